import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { protocolsQuery } from '@/api/protocols';
import type { components } from '@/api/schema.gen';
import type { EditorProps } from '@/entities/configuration/editor';
import styles from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { type FieldSpec, writePath } from '../model/fields';
import { FieldsEditor } from './fields-editor';
import { ProfileEditor } from './profile-editor';

export type DeviceLink = components['schemas']['DeviceLink'];

/** How a device is reached over a line: its protocol with the profile, how it registers, and how long to wait. */
export function LinkEditor({ value, original, onChange }: EditorProps<DeviceLink>) {
  const { t } = useTranslation('devices');
  const say = useLabel();
  const { data: protocols = [] } = useQuery(protocolsQuery);
  const spoken = protocols.find((one) => one.name === value.protocol);
  const line: FieldSpec[] = [
    { path: 'address', kind: 'number', limits: { min: 1, max: 255, step: 1 }, label: t('link.address') },
    { path: 'dial', kind: 'text', max: 200, label: t('link.dial') },
  ];
  // Only casters have an account; one that was left behind can be removed.
  if (value.dial?.startsWith('ntrip://') || value.user || value.password) {
    line.push(
      { path: 'user', kind: 'text', max: 100, label: t('link.user') },
      { path: 'password', kind: 'secret', label: t('link.password') },
    );
  }
  const registering: FieldSpec[] = [
    { path: 'registration', kind: 'text', max: 128, label: t('link.registration') },
    { path: 'eachPacket', kind: 'flag', label: t('link.eachPacket') },
    { path: 'needsSecret', kind: 'flag', label: t('link.needsSecret') },
    { path: 'heartbeat', kind: 'text', max: 80, label: t('link.heartbeat') },
    {
      path: 'heartbeatEvery',
      kind: 'number',
      limits: { min: 5, max: 86400, step: 1 },
      label: t('link.heartbeatEvery'),
    },
    { path: 'echoHeartbeat', kind: 'flag', label: t('link.echoHeartbeat') },
    {
      path: 'replace',
      kind: 'choice',
      label: t('link.replace'),
      options: (['any', 'network', 'never'] as const).map((code) => ({
        value: code,
        label: t(`link.replaces.${code}`),
      })),
    },
  ];
  const timing: FieldSpec[] = [
    { path: 'timeout', kind: 'number', limits: { min: 100, max: 60000, step: 100 }, label: t('link.timeout') },
    { path: 'retries', kind: 'number', limits: { min: -1, max: 10, step: 1 }, label: t('link.retries') },
    { path: 'gap', kind: 'number', limits: { min: -1, max: 10000, step: 10 }, label: t('link.gap') },
  ];
  const fields = (list: FieldSpec[]) => (
    <FieldsEditor value={value} original={original} onChange={onChange} fields={list} />
  );
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <p className={styles.hint}>{t('link.hint')}</p>
      <div className={styles.grid}>
        <Field label={t('link.protocol')}>
          <Select
            allowClear
            style={{ width: '100%' }}
            aria-label={t('link.protocol')}
            placeholder={t('link.usual')}
            value={value.protocol ?? null}
            options={protocols.map((one) => ({ value: one.name, label: say(one.label) }))}
            // A profile belongs to its protocol.
            onChange={(name: string | null) =>
              onChange(writePath(writePath(value, 'profile', undefined), 'protocol', name ?? undefined))
            }
          />
        </Field>
        {spoken && spoken.presets.length > 0 && (
          <Field label={t('link.preset')}>
            <Select
              style={{ width: '100%' }}
              aria-label={t('link.preset')}
              placeholder={t('link.choosePreset')}
              value={null}
              options={spoken.presets.map((one) => ({ value: one.code, label: say(one.label) }))}
              onChange={(code: string) =>
                onChange({ ...value, profile: spoken.presets.find((one) => one.code === code)?.profile })
              }
            />
          </Field>
        )}
      </div>
      {spoken?.profile && (
        <ProfileEditor
          key={spoken.name}
          registers={spoken.name === 'modbus'}
          profile={value.profile}
          onChange={(profile) => onChange(writePath(value, 'profile', profile))}
        />
      )}
      {fields(line)}
      {fields(registering)}
      <Field label={t('link.networks')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，', ' ']}
          style={{ width: '100%' }}
          aria-label={t('link.networks')}
          placeholder={t('link.everywhere')}
          value={value.networks ?? []}
          onChange={(networks: string[]) =>
            onChange(writePath(value, 'networks', networks.length ? networks : undefined))
          }
        />
      </Field>
      {fields(timing)}
    </div>
  );
}
