import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/shared/form/number-field';
import { type EditorProps, replaceAt, withoutAt } from '../editor';
import styles from './editors.module.css';

export type Channels = components['schemas']['DeviceChannels'];

const signals = ['vw', 'ma', 'volt', 'rs485', 'pulse', 'thermistor', 'dynamic'] as const;

/** The channels of a collector: which are used, what hangs on them, what the gateway calls them. */
export function ChannelsEditor({ value, onChange }: EditorProps<Channels>) {
  const { t } = useTranslation(['console', 'common']);
  const next = Math.max(0, ...value.channels.map((c) => c.channelNo)) + 1;
  return (
    <>
      {value.channels.map((channel, i) => {
        const set = (change: Partial<typeof channel>) =>
          onChange({ channels: replaceAt(value.channels, i, { ...channel, ...change }) });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: channels have no identity but their place
          <div key={i} className={`${styles.row} ${styles.channel}`}>
            <NumberField
              label={t('binding.channel')}
              min={1}
              step={1}
              value={channel.channelNo}
              onChange={(channelNo) => set({ channelNo: channelNo ?? 1 })}
            />
            <Checkbox checked={channel.isUsed} onChange={(event) => set({ isUsed: event.target.checked })}>
              {t('channels.used')}
            </Checkbox>
            <Select
              aria-label={t('channels.signal')}
              allowClear
              value={channel.signal || null}
              placeholder={t('channels.signal')}
              options={signals.map((one) => ({ value: one, label: t(`channels.signals.${one}`) }))}
              onChange={(signal: string | null) => set({ signal: signal ?? '' })}
            />
            <Input
              aria-label={t('channels.name')}
              placeholder={t('channels.name')}
              value={channel.name ?? ''}
              onChange={(event) => set({ name: event.target.value })}
            />
            <NumberField
              label={t('channels.rate')}
              min={0}
              max={64}
              disabled={channel.signal !== 'dynamic'}
              value={channel.rate || null}
              onChange={(rate) => set({ rate: rate ?? 0 })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('common:action.delete')}
              onClick={() => onChange({ channels: withoutAt(value.channels, i) })}
            />
          </div>
        );
      })}
      <Button
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
