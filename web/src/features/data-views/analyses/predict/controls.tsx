import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Named } from '../../components/analysis-page';
import { FitChoice } from '../../components/fit-choice';
import { ReadingsChoice, type ReadingsChoiceProps } from '../../components/readings-choice';
import { curves, horizons } from '../../model/analysis';

/** Readings, curve, fitted part and horizon of an extrapolation. */
export function PredictControls({ zone, point, state, change, analyzed }: ReadingsChoiceProps) {
  const { t } = useTranslation('analysis');
  return (
    <>
      <ReadingsChoice {...{ zone, point, state, change, analyzed }} />
      <Segmented
        aria-label={t('curves')}
        value={state.curve}
        options={curves.map((value) => ({ value, label: t(`curve.${value}`) }))}
        onChange={(value) => change({ curve: value })}
      />
      <FitChoice label={t('fit.label')} {...{ zone, state, change }} />
      <Named name={t('ahead.label')}>
        <Select
          aria-label={t('ahead.label')}
          popupMatchSelectWidth={false}
          value={state.ahead ?? 0}
          options={[0, ...horizons].map((value) => ({
            value,
            label: value === 0 ? t('ahead.third') : t('ahead.days', { count: value }),
          }))}
          onChange={(value: number) => change({ ahead: value || null })}
        />
      </Named>
    </>
  );
}
