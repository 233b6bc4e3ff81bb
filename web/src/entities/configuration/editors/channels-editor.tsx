import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import { type EditorProps, replaceAt, withoutAt } from '../editor';
import styles from './editors.module.css';

export type Channels = components['schemas']['DeviceChannels'];
type Channel = Channels['channels'][number];

const signals = ['vw', 'ma', 'volt', 'rs485', 'pulse', 'thermistor', 'dynamic'] as const;
const usualExcitation = { fMin: 400, fMax: 6000, mode: 'sweep' };

/** The channels of a collector: which are used, what is connected to them, and their names in the gateway. */
export function ChannelsEditor({ value, onChange }: EditorProps<Channels>) {
  const { t } = useTranslation(['console', 'devices', 'common']);
  const next = Math.max(0, ...value.channels.map((c) => c.channelNo)) + 1;
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('binding.channel')}</th>
              <th>{t('channels.used')}</th>
              <th>{t('channels.signal')}</th>
              <th>{t('channels.name')}</th>
              <th>{t('devices:channels.parameters')}</th>
              <th aria-label={t('common:action.delete')} />
            </tr>
          </thead>
          <tbody>
            {value.channels.map((channel, i) => {
              const set = (change: Partial<Channel>) =>
                onChange({ channels: replaceAt(value.channels, i, { ...channel, ...change }) });
              const called = (label: string) => `${label} ${i + 1}`;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: channels have no identity but their place
                <tr key={i}>
                  <td>
                    <NumberField
                      label={called(t('binding.channel'))}
                      min={1}
                      step={1}
                      value={channel.channelNo}
                      onChange={(channelNo) => set({ channelNo: channelNo ?? 1 })}
                    />
                  </td>
                  <td>
                    <Checkbox
                      aria-label={called(t('channels.used'))}
                      checked={channel.isUsed}
                      onChange={(event) => set({ isUsed: event.target.checked })}
                    />
                  </td>
                  <td>
                    <Select
                      style={{ width: 96 }}
                      popupMatchSelectWidth={false}
                      aria-label={called(t('channels.signal'))}
                      allowClear
                      value={channel.signal || null}
                      placeholder={t('channels.signal')}
                      options={signals.map((one) => ({ value: one, label: t(`channels.signals.${one}`) }))}
                      onChange={(signal: string | null) => set({ signal: signal ?? '' })}
                    />
                  </td>
                  <td>
                    <Input
                      style={{ minWidth: 96 }}
                      aria-label={called(t('channels.name'))}
                      value={channel.name ?? ''}
                      onChange={(event) => set({ name: event.target.value })}
                    />
                  </td>
                  <td>
                    <Parameters channel={channel} called={called} set={set} />
                  </td>
                  <td>
                    <Button
                      type="text"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={called(t('common:action.delete'))}
                      onClick={() => onChange({ channels: withoutAt(value.channels, i) })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Button
        style={{ marginTop: 8 }}
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          onChange({ channels: [...value.channels, { channelNo: next, isUsed: true, signal: '', name: '' }] })
        }
      >
        {t('channels.add')}
      </Button>
    </>
  );
}

interface ParametersProps {
  channel: Channel;
  called: (label: string) => string;
  set: (change: Partial<Channel>) => void;
}

/** Parameters by kind of channel: bus, wire excitation, rate. */
function Parameters({ channel, called, set }: ParametersProps) {
  const { t } = useTranslation(['console', 'devices']);
  const number = (label: string, value: number | undefined, change: (n: number) => void, limits: object) => (
    <NumberField {...limits} label={called(label)} value={value || null} onChange={(n) => change(n ?? 0)} />
  );
  switch (channel.signal) {
    case 'rs485':
      return (
        <div className={styles.inline}>
          <span>{t('devices:channels.address')}</span>
          {number(t('devices:channels.address'), channel.address, (address) => set({ address }), { min: 1, max: 254 })}
          <span>{t('devices:channels.baud')}</span>
          {number(t('devices:channels.baud'), channel.baud, (baud) => set({ baud }), { min: 300, max: 921600 })}
        </div>
      );
    case 'vw': {
      const excitation = channel.excitation ?? usualExcitation;
      const excite = (change: Partial<typeof excitation>) => set({ excitation: { ...excitation, ...change } });
      return (
        <div className={styles.inline}>
          {number(t('devices:channels.fMin'), excitation.fMin, (fMin) => excite({ fMin }), { min: 400, max: 6000 })}
          <span>–</span>
          {number(t('devices:channels.fMax'), excitation.fMax, (fMax) => excite({ fMax }), { min: 400, max: 6000 })}
          <span>Hz</span>
          <Select
            style={{ width: 84 }}
            aria-label={called(t('devices:channels.mode'))}
            value={excitation.mode}
            options={(['sweep', 'pluck'] as const).map((mode) => ({
              value: mode,
              label: t(`devices:channels.${mode}`),
            }))}
            onChange={(mode) => excite({ mode })}
          />
        </div>
      );
    }
    case 'dynamic':
      return (
        <div className={styles.inline}>
          {number(t('channels.rate'), channel.rate, (rate) => set({ rate }), { min: 0, max: 64 })}
          <span>Hz</span>
        </div>
      );
    default:
      return '—';
  }
}
