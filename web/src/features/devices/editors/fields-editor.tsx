import { Button, Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { LimitedInput } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { type FieldSpec, mask, readPath, writePath } from '../model/fields';

interface Props<T> {
  value: T;
  original: T | null;
  onChange: (value: T) => void;
  fields: FieldSpec[];
}

/** The plain fields of a configuration block, side by side. Empty ones are left out of the value. */
export function FieldsEditor<T extends object>({ value, original, onChange, fields }: Props<T>) {
  return (
    <div className={styles.grid}>
      {fields.map((field) => {
        const now = readPath(value, field.path);
        const set = (next: unknown) => onChange(writePath(value, field.path, next));
        if (field.kind === 'flag') {
          return (
            <Checkbox
              key={field.path}
              className={styles.flag ?? ''}
              checked={(now as boolean | undefined) ?? field.preset ?? false}
              onChange={(event) => set(event.target.checked)}
            >
              {field.label}
            </Checkbox>
          );
        }
        return (
          <Field key={field.path} label={field.label}>
            {field.kind === 'number' && (
              <NumberField
                {...(field.limits ?? {})}
                label={field.label}
                value={(now as number | undefined) ?? null}
                original={(readPath(original, field.path) as number | undefined) ?? null}
                onChange={(number) => set(number ?? undefined)}
              />
            )}
            {field.kind === 'text' && (
              <LimitedInput
                aria-label={field.label}
                max={field.max ?? 50}
                value={(now as string | undefined) ?? ''}
                onChange={(event) => set(event.target.value || undefined)}
              />
            )}
            {field.kind === 'numbers' && (
              <Select
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={[',', '，', ' ']}
                style={{ width: '100%' }}
                aria-label={field.label}
                value={((now as number[] | undefined) ?? []).map(String)}
                onChange={(typed: string[]) => set(wholeNumbers(typed, field.limits))}
              />
            )}
            {field.kind === 'secret' && (
              <SecretField label={field.label} value={(now as string | undefined) ?? ''} onChange={set} />
            )}
            {field.kind === 'choice' && (
              <Select
                allowClear
                style={{ width: '100%' }}
                aria-label={field.label}
                value={(now as string | number | undefined) ?? null}
                options={field.options}
                onChange={(chosen: string | number | null) => set(chosen ?? undefined)}
              />
            )}
            {field.kind === 'choices' && (
              <Select
                mode="multiple"
                style={{ width: '100%' }}
                aria-label={field.label}
                value={(now as (string | number)[] | undefined) ?? []}
                options={field.options}
                onChange={(chosen: (string | number)[]) => set(chosen.length > 0 ? chosen : undefined)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

/** The typed whole numbers, unique and sorted; undefined if there are none. */
function wholeNumbers(typed: string[], { min, max }: { min: number; max: number }): number[] | undefined {
  const found = [...new Set(typed.map(Number))].filter((n) => Number.isInteger(n) && n >= min && n <= max);
  return found.length > 0 ? found.sort((a, b) => a - b) : undefined;
}

interface SecretProps {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
}

/** A secret that is written and never shown: an existing one is kept until another is typed or it is removed. */
function SecretField({ label, value, onChange }: SecretProps) {
  const { t } = useTranslation('devices');
  const kept = value === mask;
  return (
    <LimitedInput
      type="password"
      aria-label={label}
      autoComplete="new-password"
      max={50}
      placeholder={kept ? t('secret.kept') : ''}
      value={kept ? '' : value}
      onChange={(event) => onChange(event.target.value || undefined)}
      suffix={
        kept && (
          <Button type="link" size="small" onClick={() => onChange(undefined)}>
            {t('secret.remove')}
          </Button>
        )
      }
    />
  );
}
