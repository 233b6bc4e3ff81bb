import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import type { Pair, Row } from '../model/draft';
import type { useScope } from '../model/use-scope';
import type { Simulator } from '../model/use-simulator';
import { Counts } from './counts';
import { LimitTable } from './limits';
import styles from './side.module.css';

interface Props {
  s: Simulator;
  scope: ReturnType<typeof useScope>;
  pointName: string;
  names: { current: string; draft: string };
  unit: string;
  decimals: number;
  zone: string;
  at: number;
  onRow: (at: number) => void;
  onChange: (row: Row) => void;
  onAdopt: () => void;
}

/** Both sets in numbers: limits, alerts, hours; and where the draft applies. */
export function Side(props: Props) {
  const { s, scope, pointName, names, unit, decimals, zone, at, onRow, onChange, onAdopt } = props;
  const { t } = useTranslation(['simulator', 'common']);
  const mayEdit = useCan('Update:MeasuringPoint');
  const pair = s.pairs[at];
  const nodes = ({ draft, before }: Pair) => {
    const range = (draft ?? before)?.nodeRange;
    const text = range ? t('nodes', { from: range[0], to: range[1] }) : t('allNodes');
    if (draft && before) return text;
    return t('onlyIn', { nodes: text, set: draft ? names.draft : names.current });
  };
  return (
    <Panel
      title={t('compared')}
      extra={
        <Select<number>
          aria-label={t('against')}
          className={styles.against ?? ''}
          size="small"
          variant="borderless"
          popupMatchSelectWidth={false}
          value={s.against ? s.asked.against : 0}
          options={[
            { value: 0, label: t('set.current') },
            ...s.earlier.map(({ no, id, from }) => ({
              value: id,
              label:
                from > 0 ? t('set.versionSince', { no, time: formatTime(from, zone) }) : t('set.versionAlways', { no }),
            })),
          ]}
          onChange={(id) => s.change({ against: id })}
        />
      }
      className={styles.side}
      fill
    >
      <div className={styles.body}>
        {pair && (
          <section className={styles.part}>
            {s.pairs.length > 1 && (
              <Select<number>
                aria-label={t('row')}
                size="small"
                className={styles.row ?? ''}
                value={at}
                options={s.pairs.map((one, value) => ({ value, label: nodes(one) }))}
                onChange={onRow}
              />
            )}
            <LimitTable
              unit={unit}
              decimals={decimals}
              against={names.current}
              current={pair.before}
              draft={pair.draft}
              onChange={onChange}
            />
          </section>
        )}
        {s.current && s.outcome && <Counts current={s.current} draft={s.outcome} names={names} />}
      </div>
      <div className={styles.foot}>
        <Select
          aria-label={t('scope.title')}
          popupMatchSelectWidth={false}
          value={scope.wide ? ('structure' as const) : ('point' as const)}
          options={[
            { value: 'point' as const, label: t('scope.point', { name: pointName }) },
            { value: 'structure' as const, label: t('scope.structure', { count: scope.count }) },
          ]}
          onChange={(kind) => scope.setWide(kind === 'structure')}
        />
        <Button onClick={s.reset} disabled={!s.changed}>
          {t('common:action.reset')}
        </Button>
        {mayEdit && (
          <Button type="primary" disabled={!s.changed || s.wrong || scope.loading} onClick={onAdopt}>
            {scope.wide ? t('adopt.many', { count: scope.changes.length }) : t('adopt.one', { no: s.no })}
          </Button>
        )}
      </div>
    </Panel>
  );
}
