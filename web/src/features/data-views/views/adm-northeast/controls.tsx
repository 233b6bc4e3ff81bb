import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '@/ui/format/list';
import { FittingChoice } from '../../components/fitting-choice';
import { NodesChoice } from '../../components/nodes-choice';
import { nodeName } from '../../model/node-name';
import { showsThresholds } from '../../model/process-picture';
import type { ViewState } from '../../model/view-state';
import type { Bearing } from './use-bearing';

/** Width in pixels of the range, the tools, the nodes and the bar's padding. */
const barTaken = 720;

interface Props {
  bearing: Bearing;
  change: (change: Partial<ViewState>) => void;
}

/** Arrows at a time or the way of a node, the nodes, and the axes. */
export function BearingChoices({ bearing, barWidth, change }: Props & { barWidth: number }) {
  const { t } = useTranslation('data-views');
  const { mode, frame, frames, shown, rows } = bearing;
  const room = barWidth && Math.max(1, barWidth - barTaken);
  return (
    <>
      <FittingChoice
        label={t('northeast.mode')}
        value={mode}
        room={room}
        options={(['bearing', 'track'] as const).map((value) => ({ value, label: t(`northeast.${value}`) }))}
        onChange={(value) => change({ mode: value === 'bearing' ? null : value, nodes: [] })}
      />
      {mode === 'bearing' ? (
        <NodesChoice nodes={rows} value={shown} onChange={(nodes) => change({ nodes })} />
      ) : (
        <Select
          style={{ minWidth: 96 }}
          aria-label={t('nodes.label')}
          value={shown[0] ?? null}
          options={rows.map((node) => ({ value: node.no, label: nodeName(node, t) }))}
          onChange={(no: number | null) => change({ nodes: no === null ? [] : [no] })}
        />
      )}
      {frame && frames.length > 1 && (
        <FittingChoice
          label={t('northeast.frame')}
          value={frame.name}
          room={room}
          options={frames.map(({ name }) => ({ value: name, label: t(`northeast.${name}`) }))}
          onChange={(name) => change({ direction: name === frames[0]?.name ? null : name })}
        />
      )}
    </>
  );
}

/** Whether limits are drawn: circles of the resultant, or lines of the components that have some. */
export function BearingShown({ bearing, state, change }: Props & { state: ViewState }) {
  const { t } = useTranslation('data-views');
  const { configs, limited, fields } = bearing;
  if (limited.length === 0) return null;
  const others = state.hidden.filter((one) => one !== 'thresholds' && one !== '-thresholds');
  const asked = configs.showThreshold === false ? ['-thresholds'] : [];
  return (
    <Checkbox
      checked={showsThresholds(state.hidden, configs)}
      onChange={(event) => change({ hidden: [...others, ...(event.target.checked ? asked : ['thresholds'])] })}
    >
      {limited[0] === 'res'
        ? t('northeast.rings')
        : t('northeast.lines', {
            fields: listText(limited.map((name) => fields.find((one) => one.name === name)?.label ?? name)),
          })}
    </Checkbox>
  );
}
