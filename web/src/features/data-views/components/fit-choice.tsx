import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import type { AnalysisChange, AnalysisState } from '../model/analysis';
import { isQuick, resolveRange } from '../model/range';
import { Named } from './analysis-page';
import styles from './fit-choice.module.css';

const quick = ['1d', '3d', '7d', '30d', '90d', '180d', '1y'] as const;
const all = 'all';
const custom = 'custom';

interface Props {
  label: string;
  zone: string;
  state: Pick<AnalysisState, 'fit' | 'range'>;
  change: (change: AnalysisChange) => void;
}

/** The fitted part of the range: all, the last days of it, or two times. The chart sets the times by dragging. */
export function FitChoice({ label, zone, state: { fit, range }, change }: Props) {
  const { t } = useTranslation(['analysis', 'data-views']);
  const fixed = fit && 'from' in fit ? fit : null;
  const value = fixed ? custom : fit && 'quick' in fit ? fit.quick : all;
  const now = resolveRange(range, Date.now());
  const onPart = (chosen: string) => {
    if (isQuick(chosen)) change({ fit: { quick: chosen } });
    else change({ fit: chosen === custom ? { from: now.start, to: now.end } : null });
  };
  return (
    <Named name={label}>
      <Select
        aria-label={label}
        popupMatchSelectWidth={false}
        value={value}
        options={[
          { value: all, label: t('fit.all') },
          ...quick.map((one) => ({
            value: one as string,
            label: t('fit.last', { text: t(`data-views:range.${one}`) }),
          })),
          { value: custom, label: t('fit.custom') },
        ]}
        onChange={onPart}
      />
      {fixed && (
        <span className={styles.times}>
          <ZonedPicker
            zone={zone}
            label={t('fit.from')}
            value={fixed.from}
            onChange={(from) => from && from < fixed.to && change({ fit: { ...fixed, from } })}
          />
          <ZonedPicker
            zone={zone}
            label={t('fit.to')}
            value={fixed.to}
            onChange={(to) => to && to > fixed.from && change({ fit: { ...fixed, to } })}
          />
        </span>
      )}
    </Named>
  );
}
