import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import type { EditorProps } from '../editor';
import { Field } from './field';
import type { Processor } from './processor';

const filters = ['median3', 'mean', 'ewma'] as const;
const usual = { median3: {}, mean: { count: 5 }, ewma: { alpha: 0.3 } } as const;

/** Processing of observed values: filter, outliers, temperature, unit of changes. */
export function SmoothingFields({ value, original, onChange, place }: EditorProps<Processor>) {
  const { t } = useTranslation('console');
  const filter = value.filter;
  return (
    <>
      <Field label={t('processor.filter')}>
        <Select
          aria-label={t('processor.filter')}
          style={{ width: '100%' }}
          value={filter?.kind ?? ''}
          options={[
            { value: '', label: t('processor.noFilter') },
            ...filters.map((one) => ({ value: one as string, label: t(`processor.filters.${one}`) })),
          ]}
          onChange={(kind: string) => {
            const { filter: _old, ...rest } = value;
            const known = filters.find((one) => one === kind);
            onChange(known ? { ...rest, filter: { kind: known, ...usual[known] } } : rest);
          }}
        />
      </Field>
      {filter?.kind === 'mean' && (
        <Field label={t('processor.meanOf')}>
          <NumberField
            label={t('processor.meanOf')}
            min={2}
            max={9}
            step={1}
            value={filter.count ?? null}
            original={original?.filter?.count ?? null}
            onChange={(count) => onChange({ ...value, filter: { ...filter, count: count ?? 2 } })}
          />
        </Field>
      )}
      {filter?.kind === 'ewma' && (
        <Field label={t('processor.alpha')}>
          <NumberField
            label={t('processor.alpha')}
            min={0.01}
            max={1}
            step={0.05}
            value={filter.alpha ?? null}
            original={original?.filter?.alpha ?? null}
            onChange={(alpha) => onChange({ ...value, filter: { ...filter, alpha: alpha ?? 1 } })}
          />
        </Field>
      )}
      <Field label={t('processor.sigma')}>
        <NumberField
          label={t('processor.sigma')}
          min={0}
          max={20}
          step={0.5}
          value={value.outlierSigma ?? 0}
          original={original?.outlierSigma ?? null}
          onChange={(outlierSigma) => onChange({ ...value, outlierSigma: outlierSigma ?? 0 })}
        />
      </Field>
      <Field label={t('processor.temp')}>
        <Checkbox
          checked={value.tempComp ?? true}
          onChange={(event) => onChange({ ...value, tempComp: event.target.checked })}
        >
          {t('processor.twistOn')}
        </Checkbox>
      </Field>
      {place.measurement === 'Waterlevel' && (
        <Field label={t('processor.changeUnit')}>
          <Select
            aria-label={t('processor.changeUnit')}
            style={{ width: '100%' }}
            value={value.changeUnit || 'm'}
            options={[
              { value: 'm', label: 'm, m/d' },
              { value: 'mm', label: 'mm, mm/d' },
            ]}
            onChange={(changeUnit: 'm' | 'mm') => onChange({ ...value, changeUnit })}
          />
        </Field>
      )}
    </>
  );
}
