import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceTypeName } from '@/api/catalog';
import { Refusal } from '@/entities/configuration/refusal';
import {
  type HealthDevice,
  type HealthOrder,
  type HealthPreview,
  usePreviewHealth,
  useSetHealthThresholds,
} from '@/entities/device/health-queries';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { fits } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { formatNumber } from '@/ui/format/number';
import { announce } from '@/ui/messages';
import { ScrollArea } from '@/ui/scroll-area';
import styles from './configuration.module.css';
import { WhenFields } from './when-fields';

interface Props {
  projectId: number;
  zone: string;
  devices: HealthDevice[];
  chosen: number[];
  onClose: () => void;
  onSaved: () => void;
}

/** Sets the health thresholds of a project, a type or the selected devices, after a preview. */
export function HealthDialog(props: Props) {
  const { t } = useTranslation('configuration');
  const unsaved = useUnsaved();
  return (
    <Dialog open width={620} title={t('health.set')} footer={null} onCancel={() => unsaved.leave(props.onClose)}>
      <Unsaved of={unsaved}>
        <Form {...props} />
      </Unsaved>
    </Dialog>
  );
}

function Form({ projectId, zone, devices, chosen, onSaved }: Props) {
  const { t } = useTranslation('configuration');
  const typeName = useDeviceTypeName();
  const types = [...new Set(devices.map((one) => one.type))];
  const [about, setAbout] = useState<HealthOrder['about']>(chosen.length > 0 ? 'device' : 'project');
  const [deviceType, setDeviceType] = useState(types[0] ?? '');
  const [voltage, setVoltage] = useState<number | null>(null);
  const [lost, setLost] = useState<number | null>(null);
  const [validFrom, setValidFrom] = useState(() => Date.now());
  const [note, setNote] = useState('');
  const [touched, setTouched] = useState(false);
  const unsaved = useUnsaved(touched || note !== '');
  const preview = usePreviewHealth(projectId);
  const apply = useSetHealthThresholds(projectId);
  const order = (): HealthOrder => ({
    about,
    ...(about === 'type' ? { deviceType } : {}),
    ...(about === 'device' ? { ids: chosen } : {}),
    ...(voltage === null ? {} : { voltageThreshold: voltage }),
    ...(lost === null ? {} : { lostThreshold: lost }),
    validFrom,
    note,
  });
  function set<T>(to: (value: T) => void) {
    return (value: T) => {
      to(value);
      setTouched(true);
      preview.reset();
      apply.reset();
    };
  }
  const save = () =>
    apply.mutate(order(), {
      onSuccess: ({ msg }) => {
        announce('success', msg);
        unsaved.saved();
        onSaved();
      },
    });
  return (
    <div className={styles.form}>
      <div className={styles.halves}>
        <div>
          <span className={styles.label}>{t('health.about')}</span>
          <Segmented
            aria-label={t('health.about')}
            value={about}
            options={(['project', 'type', 'device'] as const)
              .filter((one) => one !== 'device' || chosen.length > 0)
              .map((one) => ({ value: one, label: t(`health.aboutOf.${one}`) }))}
            onChange={set(setAbout)}
          />
        </div>
        {about === 'type' && (
          <div>
            <span className={styles.label}>{t('health.type')}</span>
            <Select
              style={{ width: '100%' }}
              aria-label={t('health.type')}
              value={deviceType || null}
              options={types.map((one) => ({ value: one, label: typeName(one) }))}
              onChange={set((next: string) => setDeviceType(next))}
            />
          </div>
        )}
      </div>
      <div className={styles.halves}>
        <div>
          <span className={styles.label}>{t('health.voltage')}</span>
          <NumberField
            label={t('health.voltage')}
            min={0}
            max={36}
            step={0.1}
            value={voltage}
            onChange={set(setVoltage)}
          />
        </div>
        <div>
          <span className={styles.label}>{t('health.lost')}</span>
          <NumberField label={t('health.lost')} min={1} max={1000} value={lost} onChange={set(setLost)} />
        </div>
      </div>
      <p className={styles.quiet}>{t('health.inherit')}</p>
      <WhenFields zone={zone} validFrom={validFrom} note={note} onValidFrom={set(setValidFrom)} onNote={setNote} />
      <Refusal error={apply.error ?? preview.error} />
      {preview.data && <Changes found={preview.data} />}
      <div className={styles.foot}>
        <span />
        <Button
          type="primary"
          disabled={!fits(note, noteLength)}
          loading={apply.isPending || preview.isPending}
          onClick={() => (preview.data ? save() : preview.mutate(order()))}
        >
          {preview.data ? t('health.apply') : t('health.preview')}
        </Button>
      </div>
    </div>
  );
}

type Limits = HealthPreview['devices'][number]['before'];

function Changes({ found }: { found: HealthPreview }) {
  const { t } = useTranslation('configuration');
  const words = (one: Limits) => {
    const volts = one.voltageThreshold === 0 ? t('health.off') : `${formatNumber(one.voltageThreshold, 2)} V`;
    return `${volts} (${t(`health.origin.${one.voltageOrigin}`)}) · ${one.lostThreshold} (${t(`health.origin.${one.lostOrigin}`)})`;
  };
  const changed = found.devices.filter((one) => one.changed);
  return (
    <div role="status">
      <p>{found.count > 0 ? t('health.changes', { count: found.count }) : t('health.noChange')}</p>
      {changed.length > 0 && (
        <ScrollArea className={styles.low} label={t('health.devices')}>
          <table className={styles.grid}>
            <thead>
              <tr>
                <th scope="col">{t('health.device')}</th>
                <th scope="col">{t('health.before')}</th>
                <th scope="col">{t('health.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map((one) => (
                <tr key={one.id}>
                  <th scope="row">{one.name}</th>
                  <td>{words(one.before)}</td>
                  <td>{words(one.after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </div>
  );
}
