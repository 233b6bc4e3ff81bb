import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { type EditorProps, replaceAt, withoutAt } from '@/entities/configuration/editor';
import styles from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { LimitedInput } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';

export type Hem = components['schemas']['DeviceHem'];

const types = ['vw', 'analog', 'digital', 'dynamic'] as const;
const own = 32; // channels of the unit itself

/** The expansion modules of an acquisition unit, and which of its channels they are. */
export function HemEditor({ value, original, onChange }: EditorProps<Hem>) {
  const { t } = useTranslation(['devices', 'common']);
  const slaves = value.slaves;
  const next = Math.max(own + 1, ...slaves.map((one) => one.firstChannelNo + one.channels));
  const set = (list: Hem['slaves']) => onChange({ ...value, slaves: list });
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('hem.sn')}</th>
            <th>{t('hem.address')}</th>
            <th>{t('hem.type')}</th>
            <th>{t('hem.channels')}</th>
            <th>{t('hem.first')}</th>
            <th aria-label={t('common:action.delete')} />
          </tr>
        </thead>
        <tbody>
          {slaves.map((slave, i) => {
            const change = (some: Partial<typeof slave>) => set(replaceAt(slaves, i, { ...slave, ...some }));
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: modules have no identity but their place
              <tr key={i}>
                <td>
                  <LimitedInput
                    aria-label={`${t('hem.sn')} ${i + 1}`}
                    max={50}
                    value={slave.sn}
                    onChange={(event) => change({ sn: event.target.value })}
                  />
                </td>
                <td>
                  <NumberField
                    label={`${t('hem.address')} ${i + 1}`}
                    min={1}
                    max={31}
                    step={1}
                    value={slave.address}
                    onChange={(address) => change({ address: address ?? 1 })}
                  />
                </td>
                <td>
                  <Select
                    style={{ width: '100%', minWidth: 96 }}
                    aria-label={`${t('hem.type')} ${i + 1}`}
                    value={slave.type}
                    options={types.map((code) => ({ value: code, label: t(`hem.types.${code}`) }))}
                    onChange={(type) => change({ type })}
                  />
                </td>
                <td>
                  <Select
                    style={{ width: 64 }}
                    aria-label={`${t('hem.channels')} ${i + 1}`}
                    value={slave.channels}
                    options={[4, 8, 16].map((n) => ({ value: n, label: n }))}
                    onChange={(channels) => change({ channels })}
                  />
                </td>
                <td>
                  <NumberField
                    label={`${t('hem.first')} ${i + 1}`}
                    min={1}
                    step={1}
                    value={slave.firstChannelNo}
                    onChange={(firstChannelNo) => change({ firstChannelNo: firstChannelNo ?? next })}
                  />
                </td>
                <td>
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`${t('common:action.delete')} ${i + 1}`}
                    onClick={() => set(withoutAt(slaves, i))}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Button
        style={{ margin: '8px 0' }}
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          set([...slaves, { sn: '', address: slaves.length + 1, channels: 8, type: 'vw', firstChannelNo: next }])
        }
      >
        {t('hem.add')}
      </Button>
      {slaves.some((one) => one.type === 'dynamic') && (
        <Field label={t('hem.rate')}>
          <NumberField
            label={t('hem.rate')}
            min={0}
            max={64}
            value={value.rate ?? null}
            original={original?.rate ?? null}
            onChange={(rate) => {
              const { rate: _old, ...rest } = value;
              onChange(rate === null ? rest : { ...rest, rate });
            }}
          />
        </Field>
      )}
    </>
  );
}
