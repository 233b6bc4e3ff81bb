import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import type { EditorProps } from '../editor';
import { DeviceSelect } from './device-select';
import styles from './editors.module.css';
import { Field } from './field';

export type Connection = components['schemas']['DeviceConnection'];

const carriers = ['DTU', 'Collector'] as const;

/** The channel of a collector or DTU to which a bare sensor is connected, and the DTU of a collector. */
export function ConnectionEditor({ value, original, onChange, place }: EditorProps<Connection>) {
  const { t } = useTranslation('console');
  return (
    <div className={styles.grid}>
      <Field label={t('connection.collector')}>
        <DeviceSelect
          kinds={carriers}
          corporationId={place.corporationId}
          projectId={place.projectId}
          value={value.collectorId}
          onChange={(collectorId) => onChange({ ...value, collectorId })}
        />
      </Field>
      <Field label={t('binding.channel')}>
        <NumberField
          label={t('binding.channel')}
          min={1}
          step={1}
          value={value.channelNo}
          original={original?.channelNo ?? null}
          onChange={(channelNo) => onChange({ ...value, channelNo: channelNo ?? 1 })}
        />
      </Field>
    </div>
  );
}
