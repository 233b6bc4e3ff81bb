import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import type { EditorProps } from '../editor';
import styles from './editors.module.css';
import { Field } from './field';

export type Initial = components['schemas']['PointInitial'];

/** How the initial value is formed: from the first readings since a time, from the last ones, or typed. */
export function InitialEditor({ value, original, onChange, place }: EditorProps<Initial>) {
  const { t } = useTranslation('console');
  const say = useLabel();
  const attributes = useAttributes(place.measurement).filter((a) => a.valueTypes.length > 0);
  return (
    <div className={styles.grid}>
      <Field label={t('initial.mode')} whole>
        <Segmented
          aria-label={t('initial.mode')}
          value={value.mode}
          options={(['auto', 'current', 'manual'] as const).map((mode) => ({
            value: mode,
            label: t(`initial.${mode}`),
          }))}
          onChange={(mode) => onChange({ ...value, mode: String(mode) })}
        />
      </Field>
      <p className={styles.note}>
        {t(`initial.hints.${value.mode as 'auto'}`, { count: value.count ?? 3 })}
        <br />
        {t('initial.timeHint')}
      </p>
      <Field label={t('initial.time')}>
        <ZonedPicker
          zone={place.zone}
          label={t('initial.time')}
          placeholder={value.mode === 'auto' ? t('initial.firstReading') : t('initial.sinceValid')}
          allowClear={value.mode === 'auto'}
          value={value.time}
          onChange={(time) => onChange({ ...value, time: time ?? 0 })}
        />
      </Field>
      {value.mode !== 'manual' && (
        <Field label={t('initial.count')}>
          <NumberField
            label={t('initial.count')}
            min={1}
            max={100}
            step={1}
            value={value.count ?? 3}
            original={original?.count ?? null}
            onChange={(count) => onChange({ ...value, count: count ?? 3 })}
          />
        </Field>
      )}
      {value.mode === 'manual' &&
        attributes.map((a) => (
          <Field key={a.name} label={`${say(a.label)} ${a.unit}`}>
            <NumberField
              label={say(a.label)}
              value={value.values?.[a.name] ?? null}
              original={original?.values?.[a.name] ?? null}
              onChange={(number) => {
                const { [a.name]: _old, ...rest } = value.values ?? {};
                onChange({ ...value, values: number === null ? rest : { ...rest, [a.name]: number } });
              }}
            />
          </Field>
        ))}
    </div>
  );
}
