import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { FittingChoice, widthOf } from '../../components/fitting-choice';
import { showsThresholds } from '../../model/process-picture';
import type { ViewState } from '../../model/view-state';
import { boundaries, chainageStart } from './model';
import type { Settlement } from './use-settlement';

/** Width in pixels of the range, the tools, the check boxes and the bar's padding. */
const barTaken = 620;

interface Props {
  settlement: Settlement;
  change: (change: Partial<ViewState>) => void;
}

/** The values, their sum along the line or segment by segment, and the known end. */
export function SettlementChoices({ settlement: { look }, barWidth, change }: Props & { barWidth: number }) {
  const { t } = useTranslation(['data-views', 'common']);
  if (!look) return null;
  const ends = [
    { value: 'stored', label: t('profile.stored') },
    ...boundaries.map((value) => ({ value, label: t(`settlement.${value}`) })),
  ];
  const sums = [
    { value: 'sum', label: t('settlement.sum') },
    { value: 'segment', label: t('settlement.bySegment') },
  ];
  const types = look.types.map((value) => ({ value: value as string, label: t(`common:valueType.${value}`) }));
  const room = barWidth && Math.max(1, barWidth - barTaken);
  const left = (taken: number) => room && Math.max(1, room - taken);
  return (
    <>
      <FittingChoice
        label={t('type.label')}
        value={look.type as string}
        room={room}
        options={types}
        onChange={(type) => change({ type: type === look.types[0] ? null : type })}
      />
      <FittingChoice
        label={t('settlement.mode')}
        value={look.segment ? 'segment' : 'sum'}
        room={left(widthOf(types))}
        options={sums}
        onChange={(mode) => change({ mode: mode === 'sum' ? null : mode })}
      />
      {look.type === 'accumulated' && (
        <FittingChoice
          label={t('settlement.boundary')}
          value={look.boundary ?? 'stored'}
          room={left(widthOf(types) + widthOf(sums))}
          options={ends}
          onChange={(end) => change({ end: end === 'stored' ? null : end })}
        />
      )}
    </>
  );
}

/** Whether limits, slopes and chainages are shown. */
export function SettlementShown({ settlement, hidden, change }: Props & Pick<ViewState, 'hidden'>) {
  const { t } = useTranslation('data-views');
  const { configs, look, chainage, drawn } = settlement;
  const show = (part: string, shown: boolean) => {
    const others = hidden.filter((one) => one !== part && one !== `-${part}`);
    const asked = part === 'thresholds' && configs.showThreshold === false ? [`-${part}`] : [];
    change({ hidden: [...others, ...(shown ? asked : [part])] });
  };
  const box = (part: string, label: string, checked = !hidden.includes(part)) => (
    <Checkbox checked={checked} onChange={(event) => show(part, event.target.checked)}>
      {label}
    </Checkbox>
  );
  return (
    <>
      {drawn && drawn.limits.length > 0 && box('thresholds', t('profile.limits'), showsThresholds(hidden, configs))}
      {!look?.segment && box('slope', t('column.slope'))}
      {chainageStart(chainage) && box('chainage', t('settlement.chainage'))}
    </>
  );
}
