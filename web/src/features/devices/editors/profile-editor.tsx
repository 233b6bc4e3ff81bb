import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { RegisterMap } from './register-map';

interface Props {
  /** The profile is a map of registers, which has a table. */
  registers: boolean;
  profile: unknown;
  onChange: (profile: unknown) => void;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a protocol must know of the device: as a table of registers, or as the JSON that is stored. */
export function ProfileEditor({ registers, profile, onChange }: Props) {
  const { t } = useTranslation('devices');
  const [look, setLook] = useState<'table' | 'json'>(registers ? 'table' : 'json');
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (profile === undefined ? '' : JSON.stringify(profile, null, 2));
  const [wrong, setWrong] = useState('');
  return (
    <>
      {registers && (
        <Segmented
          style={{ marginBottom: 8 }}
          aria-label={t('link.profile')}
          value={look}
          options={[
            { value: 'table', label: t('link.registers') },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={setLook}
        />
      )}
      {look === 'table' ? (
        <RegisterMap profile={isObject(profile) ? profile : {}} onChange={onChange} />
      ) : (
        <Field label={t('link.profile')}>
          <Input.TextArea
            style={{ fontFamily: 'var(--mono)' }}
            aria-label={t('link.profile')}
            rows={10}
            placeholder="{}"
            value={text}
            status={wrong ? 'error' : ''}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => {
              try {
                onChange(text.trim() ? JSON.parse(text) : undefined);
                setWrong('');
                setTyped(null);
              } catch (error) {
                setWrong(t('link.notJson', { reason: error instanceof Error ? error.message : '' }));
              }
            }}
          />
          {wrong && (
            <p className={styles.warning} role="alert">
              {wrong}
            </p>
          )}
        </Field>
      )}
    </>
  );
}
