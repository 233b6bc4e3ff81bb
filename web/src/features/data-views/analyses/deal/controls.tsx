import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { intervalText } from '@/ui/format/time';
import { Named } from '../../components/analysis-page';
import { ReadingsChoice, type ReadingsChoiceProps } from '../../components/readings-choice';
import { deviationChoices, ratios, sizes, steps, ways } from '../../model/analysis';

/** Readings, method and its parameters. */
export function DealControls({ zone, point, state, change, analyzed }: ReadingsChoiceProps) {
  const { t } = useTranslation('analysis');
  const { way } = state;
  const choice = (
    name: 'size' | 'ratio' | 'deviations',
    values: readonly number[],
    label: (value: number) => string,
  ) => (
    <Named name={t(`deal.${name}`)}>
      <Select
        aria-label={t(`deal.${name}`)}
        popupMatchSelectWidth={false}
        value={state[name]}
        options={values.map((value) => ({ value, label: label(value) }))}
        onChange={(value: number) => change({ [name]: value })}
      />
    </Named>
  );
  return (
    <>
      <ReadingsChoice {...{ zone, point, state, change, analyzed }} />
      <Segmented
        aria-label={t('deal.way')}
        value={way}
        options={ways.map((value) => ({ value, label: t(`deal.${value}`) }))}
        onChange={(value) => change({ way: value })}
      />
      {way !== 'kalman' && way !== 'interpolate' && choice('size', sizes, (count) => t('deal.sizes', { count }))}
      {way === 'kalman' && choice('ratio', ratios, String)}
      {way === 'hampel' &&
        choice('deviations', deviationChoices, (value) => t('deal.deviationCount', { text: String(value) }))}
      {way === 'interpolate' && (
        <Named name={t('deal.step')}>
          <Select
            aria-label={t('deal.step')}
            popupMatchSelectWidth={false}
            value={state.step ?? 0}
            options={[0, ...steps].map((value) => ({
              value,
              label: value === 0 ? t('deal.interval') : intervalText(value),
            }))}
            onChange={(value: number) => change({ step: value || null })}
          />
        </Named>
      )}
    </>
  );
}
