import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NodesChoice } from '../../components/nodes-choice';
import { useTypeWord } from '../../model/type-word';
import type { NodeRow, PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { modes, type Pair, placeName, type TemperatureLook, types } from './model';
import styles from './view.module.css';

/** What the table, the profile and the curves share. */
export interface Parts {
  zone: string;
  point: PointState;
  page: Page;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  /** The nodes of the string, from the top down. */
  nodes: readonly NodeRow[];
  look: TemperatureLook;
  pair: Pair | null;
}

/** Table, profile or curves. */
export function ModeChoice({ look, change }: Pick<Parts, 'look' | 'change'>) {
  const { t } = useTranslation('data-views');
  return (
    <Segmented
      aria-label={t('temperature.mode')}
      value={look.mode}
      options={modes.map((value) => ({ value, label: t(`temperature.${value}`) }))}
      onChange={(mode) => change({ mode: mode === 'table' ? null : mode, page: 1 })}
    />
  );
}

/** Temperatures, their changes or rates. */
export function TypeOfTemperature({ look, change }: Pick<Parts, 'look' | 'change'>) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  return (
    <Select
      aria-label={t('type.label')}
      popupMatchSelectWidth={false}
      value={look.valueType}
      options={types.map((value) => ({ value, label: typeWord(value) }))}
      onChange={(type) => change({ type: type === 'observed' ? null : type, page: 1 })}
    />
  );
}

/** The nodes to show; none chosen: all. */
export function TemperatureNodes({ nodes, state, change }: Pick<Parts, 'nodes' | 'state' | 'change'>) {
  return <NodesChoice ranked={false} nodes={nodes} value={state.nodes} onChange={(list) => change({ nodes: list })} />;
}

/** The nodes of the core–surface difference. */
export function PairChoice({ nodes, pair, change }: Pick<Parts, 'nodes' | 'pair' | 'change'>) {
  const { t } = useTranslation('data-views');
  if (!pair) return null;
  const options = nodes.map((node) => ({ value: node.no, label: placeName(node, t) }));
  const choice = (label: string, value: number, onChange: (no: number) => void) => (
    <span className={styles.pair}>
      {label}
      <Select aria-label={label} popupMatchSelectWidth={false} {...{ value, options, onChange }} />
    </span>
  );
  return (
    <>
      {choice(t('temperature.core'), pair.core, (no) => change({ direction: String(no) }))}
      {choice(t('temperature.surface'), pair.surface, (no) => change({ end: String(no) }))}
    </>
  );
}
