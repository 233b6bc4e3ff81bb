import { Button, Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Refusal } from '@/entities/configuration/refusal';
import { useCan } from '@/entities/permission/permissions';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { formatTime, intervalText } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import {
  type ArrayConfig,
  type ArrayConfigInForce,
  type ArrayPort,
  useArrayCalibrations,
  useArrayConfig,
  useArrayPorts,
  useSetArrayConfig,
  type Where,
} from '../admi-queries';
import styles from '../devices.module.css';
import { portChoices, portState } from '../model/array';

interface Props {
  where: Where;
  zone: string;
}

/** How the array is read, and the serial ports of the service's machine. */
export function ArraySettings({ where, zone }: Props) {
  const config = useArrayConfig(where);
  const ports = useArrayPorts(where);
  return (
    <QueryPanel query={config} rows={6}>
      {(now) => (
        <QueryPanel query={ports} rows={6}>
          {(list) => (
            <>
              <SettingsForm
                // A change at the service starts the form again; a change of the list of ports does not.
                key={JSON.stringify(now)}
                where={where}
                zone={zone}
                now={now}
                ports={list}
              />
              <Ports list={list} own={now.port} />
            </>
          )}
        </QueryPanel>
      )}
    </QueryPanel>
  );
}

const fields = ['port', 'baud', 'interval', 'averageCount', 'calibrationFile'] as const;

/** What the service accepts, as in the API. */
const limits = {
  baud: { min: 300, max: 4_000_000 },
  interval: { min: 10, max: 86_400 },
  averageCount: { min: 1, max: 10_000 },
} as const;

function SettingsForm({ where, zone, now, ports }: Props & { now: ArrayConfigInForce; ports: readonly ArrayPort[] }) {
  const { t } = useTranslation(['array', 'devices', 'common']);
  const mayEdit = useCan('Update:Device');
  const files = useArrayCalibrations(where).data ?? [];
  const set = useSetArrayConfig(where);
  const [form] = Form.useForm<ArrayConfig>();
  const start: ArrayConfig = {
    port: now.port,
    baud: now.baud,
    interval: now.interval,
    averageCount: now.averageCount,
    calibrationFile: now.calibrationFile ?? '',
  };
  const changed = useFormChanged(form, start);
  useUnsaved(changed);
  const interval = Form.useWatch('interval', form) ?? now.interval;
  const used = now.calibrationFile && now.calibrationSince > 0;
  return (
    <section className={styles.form}>
      <h3 className={styles.head}>{t('settings')}</h3>
      <Form<ArrayConfig>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={!mayEdit}
        initialValues={{ ...start, port: now.port || undefined, calibrationFile: now.calibrationFile || undefined }}
        onFinish={({ calibrationFile, ...rest }) =>
          set.mutate(calibrationFile ? { ...rest, calibrationFile } : rest, {
            onSuccess: () => announce('success', t('set')),
            onError: (refused) => void showFieldErrors(form, refused, fields),
          })
        }
      >
        <Refusal error={set.error} />
        <Form.Item name="port" label={t('port')} rules={[{ required: true, message: t('portNeeded') }]}>
          <Select placeholder={t('choosePort')} options={portChoices(ports, now.port, t)} />
        </Form.Item>
        <Form.Item name="baud" label={t('baud')} rules={[{ required: true, message: t('numberNeeded') }]}>
          <InputNumber<number> {...limits.baud} precision={0} suffix="bit/s" style={{ width: 200 }} />
        </Form.Item>
        <Form.Item
          name="interval"
          label={t('interval')}
          extra={t('intervalHint', { interval: intervalText(interval) })}
          rules={[{ required: true, message: t('numberNeeded') }]}
        >
          <InputNumber<number> {...limits.interval} precision={0} suffix="s" style={{ width: 200 }} />
        </Form.Item>
        <Form.Item
          name="averageCount"
          label={t('average')}
          extra={t('averageHint')}
          rules={[{ required: true, message: t('numberNeeded') }]}
        >
          <InputNumber<number> {...limits.averageCount} precision={0} style={{ width: 200 }} />
        </Form.Item>
        <Form.Item
          name="calibrationFile"
          label={t('calibration')}
          extra={
            used
              ? t('usedSince', { name: now.calibrationFile, time: formatTime(now.calibrationSince, zone) })
              : t('calibrationHint')
          }
        >
          <Select
            allowClear
            placeholder={t('noCalibration')}
            options={files.map(({ filename }) => ({ value: filename, label: filename }))}
          />
        </Form.Item>
        {mayEdit && (
          <Button type="primary" htmlType="submit" disabled={!changed} loading={set.isPending}>
            {t('common:action.save')}
          </Button>
        )}
      </Form>
    </section>
  );
}

/** The serial ports with what uses them. */
function Ports({ list, own }: { list: readonly ArrayPort[]; own: string }) {
  const { t } = useTranslation('array');
  return (
    <section>
      <h3 className={styles.partHead}>{t('ports')}</h3>
      {list.length === 0 ? (
        <p className={styles.none}>{t('noPorts')}</p>
      ) : (
        <DataTable<ArrayPort>
          label={t('ports')}
          rowKey={(one) => one.name}
          dataSource={[...list]}
          cards={['name']}
          columns={[
            { key: 'name', title: t('portName'), dataIndex: 'name' },
            { key: 'description', title: t('description'), dataIndex: 'description' },
            {
              key: 'state',
              title: t('portState'),
              render: (_, one) => t(`portStates.${portState(one, own)}`),
            },
          ]}
        />
      )}
    </section>
  );
}
