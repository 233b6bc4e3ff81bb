import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import type { EditorProps } from '../editor';
import styles from './editors.module.css';
import { Field } from './field';

export type Collect = components['schemas']['PointCollect'];

/** Seconds as minutes, without the endless digits of a few seconds. */
const minutesOf = (seconds: number) => Math.round((seconds / 60) * 1000) / 1000;

/** How and how often readings are taken. */
export function CollectEditor({ value, original, onChange, place }: EditorProps<Collect>) {
  const { t } = useTranslation(['console', 'common']);
  return (
    <div className={styles.grid}>
      <Field label={t('collect.mode')} whole>
        <Segmented
          aria-label={t('collect.mode')}
          value={value.mode}
          options={(['UploadCollect', 'CommandCollect', 'tcpStandard', 'NoCollect'] as const).map((mode) => ({
            value: mode,
            label: t(`collect.${mode}`),
          }))}
          onChange={(mode) => onChange({ ...value, mode: String(mode) })}
        />
      </Field>
      {value.mode === 'tcpStandard' && <p className={styles.note}>{t('collect.tcpStandardHint')}</p>}
      <Field label={t('collect.interval')}>
        <NumberField
          label={t('collect.interval')}
          min={0}
          value={minutesOf(value.interval)}
          original={original ? minutesOf(original.interval) : null}
          onChange={(minutes) => onChange({ ...value, interval: Math.round((minutes ?? 0) * 60) })}
        />
      </Field>
      <Field label={`${t('collect.start')}${t('common:optional')}`}>
        <ZonedPicker
          allowClear
          zone={place.zone}
          label={t('collect.start')}
          value={value.start || null}
          onChange={(start) => onChange({ ...value, start: start ?? 0 })}
        />
      </Field>
      <Field label={`${t('collect.end')}${t('common:optional')}`}>
        <ZonedPicker
          allowClear
          zone={place.zone}
          label={t('collect.end')}
          value={value.end || null}
          onChange={(end) => onChange({ ...value, end: end ?? 0 })}
        />
      </Field>
    </div>
  );
}
