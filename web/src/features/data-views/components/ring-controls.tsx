import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { showsThresholds } from '../model/process-picture';
import { chordName, exaggerations } from '../model/ring-chart';
import type { ViewState } from '../model/view-state';
import type { Ring } from '../queries/use-ring';
import { FittingChoice } from './fitting-choice';

/** Width in pixels of the range, the tools, the lists and the bar's padding. */
const barTaken = 700;

interface Props {
  ring: Ring;
  change: (change: Partial<ViewState>) => void;
}

/** The section or the unrolled ring, the exaggeration, and the chords of the process line. */
export function RingChoices({ ring, barWidth, change }: Props & { barWidth: number }) {
  const { t } = useTranslation('data-views');
  const lines = ring.ring?.lines ?? [];
  return (
    <>
      <FittingChoice
        label={t('circular.mode')}
        value={ring.mode}
        room={barWidth && Math.max(1, barWidth - barTaken)}
        options={(['shape', 'unrolled'] as const).map((value) => ({ value, label: t(`circular.${value}`) }))}
        onChange={(value) => change({ mode: value === 'shape' ? null : value })}
      />
      {ring.mode === 'shape' && (
        <Select
          aria-label={t('circular.scale')}
          value={ring.scale}
          options={exaggerations.map((value) => ({ value, label: `×${value}` }))}
          onChange={(scale: number) => change({ scale })}
        />
      )}
      {lines.length > 0 && (
        <Select
          mode="multiple"
          style={{ minWidth: 120 }}
          maxTagCount={0}
          maxTagPlaceholder={(chosen) => t('circular.chosen', { count: chosen.length })}
          aria-label={t('circular.chords')}
          value={ring.shown}
          options={lines.map((line) => ({ value: line.from, label: chordName(line) }))}
          onChange={(nodes: number[]) => change({ nodes })}
        />
      )}
    </>
  );
}

/** Whether chords, bars of a scanned section, and limits are drawn. */
export function RingShown({ ring, hidden, change, bars }: Props & Pick<ViewState, 'hidden'> & { bars?: boolean }) {
  const { t } = useTranslation('data-views');
  const { configs } = ring;
  const show = (part: string, shown: boolean) => {
    const others = hidden.filter((one) => one !== part && one !== `-${part}`);
    const asked = part === 'thresholds' && configs.showThreshold === false ? [`-${part}`] : [];
    change({ hidden: [...others, ...(shown ? asked : [part])] });
  };
  return (
    <>
      {ring.mode === 'shape' && (
        <Checkbox checked={!hidden.includes('chords')} onChange={(event) => show('chords', event.target.checked)}>
          {t('circular.chords')}
        </Checkbox>
      )}
      {ring.mode === 'shape' && bars && (
        <Checkbox checked={!hidden.includes('bars')} onChange={(event) => show('bars', event.target.checked)}>
          {t('scan.bars')}
        </Checkbox>
      )}
      <Checkbox
        checked={showsThresholds(hidden, configs)}
        onChange={(event) => show('thresholds', event.target.checked)}
      >
        {t('profile.limits')}
      </Checkbox>
    </>
  );
}
