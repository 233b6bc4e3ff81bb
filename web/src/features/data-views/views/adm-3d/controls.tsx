import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { exaggerations } from '@/entities/scene/scene';
import { FittingChoice } from '../../components/fitting-choice';
import type { ViewState } from '../../model/view-state';
import type { Space } from './use-space';

/** Width in pixels of the range, the exaggeration, the tools and the bar's padding. */
const barTaken = 860;

interface Props {
  space: Space;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
}

/** Sums or changes per segment, the axes, and the exaggeration. */
export function SpaceChoices({ space, state, barWidth, change }: Props & { barWidth: number }) {
  const { t } = useTranslation('data-views');
  const { frame, frames, segment, scene } = space;
  const room = barWidth && Math.max(1, barWidth - barTaken);
  return (
    <>
      <FittingChoice
        label={t('accumulation.mode')}
        value={segment ? 'segment' : 'sum'}
        room={room}
        options={(['sum', 'segment'] as const).map((value) => ({ value, label: t(`accumulation.${value}`) }))}
        onChange={(value) => change({ mode: value === 'segment' ? value : null })}
      />
      {frame && frames.length > 1 && (
        <FittingChoice
          label={t('northeast.frame')}
          value={frame.name}
          room={room}
          options={frames.map(({ name }) => ({ value: name, label: t(`northeast.${name}`) }))}
          onChange={(name) => change({ direction: name === frames[0]?.name ? null : name })}
        />
      )}
      <Select
        style={{ minWidth: 112 }}
        aria-label={t('space.scale')}
        popupMatchSelectWidth={false}
        value={state.scale ?? 0}
        options={[
          {
            value: 0,
            label: state.scale === null && scene ? t('space.auto', { scale: scene.exaggeration }) : t('space.autoOff'),
          },
          ...exaggerations.map((value) => ({ value: value as number, label: `×${value}` })),
        ]}
        onChange={(value) => change({ scale: value || null })}
      />
    </>
  );
}
