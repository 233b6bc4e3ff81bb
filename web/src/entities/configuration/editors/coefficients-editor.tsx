import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coefficientsQuery, deviceTypesQuery, useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import type { EditorProps } from '../editor';
import styles from './editors.module.css';
import { Field } from './field';

export type Coefficients = components['schemas']['DeviceCoefficients'];

/** Whether a wire's frequency rises or falls when the measured value grows. */
const direction = 'dir';

/** Calibration numbers: those of the device type, and any other of the catalog. */
export function CoefficientsEditor({ value, original, onChange, place }: EditorProps<Coefficients>) {
  const { t } = useTranslation(['console', 'devices']);
  const say = useLabel();
  const { data: all = [] } = useQuery(coefficientsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const own = types.find((one) => one.code === place.category)?.coefficients ?? [];
  const [added, setAdded] = useState<string[]>([]);
  const names = [...new Set([...own, ...Object.keys(value.values), ...added])];
  const set = (name: string, number: number | null) => {
    const { [name]: _old, ...rest } = value.values;
    onChange({ values: number === null ? rest : { ...rest, [name]: number } });
  };
  return (
    <>
      <div className={styles.grid}>
        {names.map((name) => {
          const known = all.find((one) => one.name === name);
          const label = known ? `${say(known.label)}${known.unit ? ` ${known.unit}` : ''}` : name;
          return (
            <Field key={name} label={label}>
              {name === direction ? (
                <Select
                  allowClear
                  style={{ width: '100%' }}
                  aria-label={label}
                  value={value.values[name] ?? null}
                  options={[
                    { value: 1, label: t('devices:coefficients.up') },
                    { value: -1, label: t('devices:coefficients.down') },
                  ]}
                  onChange={(chosen: number | null) => set(name, chosen ?? null)}
                />
              ) : (
                <NumberField
                  label={label}
                  value={value.values[name] ?? null}
                  original={original?.values[name] ?? null}
                  onChange={(number) => set(name, number)}
                />
              )}
            </Field>
          );
        })}
      </div>
      <Select
        style={{ width: 220, marginTop: 12 }}
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        placeholder={t('coefficients.add')}
        aria-label={t('coefficients.add')}
        options={all
          .filter((one) => !names.includes(one.name))
          .map((one) => ({ value: one.name, label: `${say(one.label)} (${one.name})` }))}
        onChange={(name: string | null) => name && setAdded([...added, name])}
      />
      {names.length === 0 && <p className={styles.hint}>{t('coefficients.none')}</p>}
      {Object.keys(value.values).length > 0 && (
        <Button type="link" onClick={() => onChange({ values: {} })}>
          {t('coefficients.clear')}
        </Button>
      )}
    </>
  );
}
