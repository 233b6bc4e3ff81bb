import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { showsThresholds } from '../model/process-picture';
import type { ViewState } from '../model/view-state';
import type { Profile } from '../queries/profile';
import { FittingChoice, widthOf } from './fitting-choice';

/** Width in pixels of the range, the tools and the bar's padding, with a list instead of a choice side by side. */
const barTaken = 430;
const chosenWidth = 130;

interface Props {
  profile: Pick<Profile, 'look' | 'configs' | 'drawn'>;
  change: (change: Partial<ViewState>) => void;
}

interface Bar {
  barWidth: number;
  /** Width in pixels of further controls. */
  taken?: number;
}

/** The plots to draw, their direction and their fixed end. */
export function ProfileChoices({ profile: { look }, barWidth, taken = 0, change }: Props & Bar) {
  const { t } = useTranslation('data-views');
  const room = barWidth && Math.max(1, barWidth - barTaken - taken);
  const ends = (['stored', 'bottom', 'top'] as const).map((value) => ({ value, label: t(`profile.${value}`) }));
  return (
    <>
      {look.biaxial && (
        <FittingChoice
          label={t('profile.mode')}
          value={look.mode}
          room={room && Math.max(1, room - widthOf(ends))}
          options={[
            { value: 'ab', label: t('profile.ab') },
            { value: 'ab-segment', label: t('profile.abSegment') },
            { value: 'segment', label: t('profile.segment') },
          ]}
          onChange={(value) => change({ mode: value === look.usual ? null : value })}
        />
      )}
      {look.mode === 'segment' && look.biaxial && (
        <FittingChoice
          label={t('profile.direction')}
          value={look.direction}
          room={room}
          options={look.directions}
          onChange={(value) => change({ direction: value === look.left ? null : value })}
        />
      )}
      <FittingChoice
        label={t('profile.end')}
        value={look.end}
        room={room && Math.max(1, room - chosenWidth)}
        options={ends}
        onChange={(value) => change({ end: value === 'stored' ? null : value })}
      />
    </>
  );
}

/** Whether limits and ground are drawn. */
export function ProfileShown({ profile: { configs, drawn }, hidden, change }: Props & Pick<ViewState, 'hidden'>) {
  const { t } = useTranslation('data-views');
  const hide = (part: string, hides: boolean) => {
    const others = hidden.filter((one) => one !== part && one !== `-${part}`);
    const asked = part === 'thresholds' && configs.showThreshold === false ? [`-${part}`] : [];
    change({ hidden: [...others, ...(hides ? [part] : asked)] });
  };
  return (
    <>
      <Checkbox
        checked={showsThresholds(hidden, configs)}
        onChange={(event) => hide('thresholds', !event.target.checked)}
      >
        {t('profile.limits')}
      </Checkbox>
      {drawn.ground && (
        <Checkbox checked={!hidden.includes('ground')} onChange={(event) => hide('ground', !event.target.checked)}>
          {t('profile.ground')}
        </Checkbox>
      )}
    </>
  );
}
