import { DeleteOutlined, DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { App, Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceHealth } from '@/entities/device/device-state';
import { useHealthThresholds } from '@/entities/device/health-queries';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { formatBytes, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import {
  type CalibrationFile,
  type DeviceWarning,
  fetchCalibration,
  maxCalibrationBytes,
  useCalibrations,
  useDeleteCalibration,
  useDismissWarnings,
  useSetHealth,
  useUploadCalibration,
  useWarnings,
} from '../care-queries';
import styles from '../devices.module.css';
import type { Device } from '../queries';
import { useTypeRules } from '../type-rule-queries';
import { HealthForm, rulesOf } from './health-form';

interface Props {
  where: { corporationId: number; deviceId: number };
  zone: string;
}

/** The thresholds in force on a device of a project, and where they come from. */
function HealthInForce({ device }: { device: Device }) {
  const { t } = useTranslation('configuration');
  const found = useHealthThresholds(device.projectId ?? 0).data;
  const one = found?.devices.find((other) => other.id === device.id);
  if (!one) return null;
  const dated = found?.rules.some((rule) => rule.deviceId === device.id && rule.supersededAt === 0);
  return (
    <p className={styles.quiet}>
      {t('health.here', {
        voltage: one.voltageThreshold === 0 ? t('health.off') : `${formatNumber(one.voltageThreshold, 2)} V`,
        voltageOrigin: t(`health.origin.${one.voltageOrigin}`),
        lost: one.lostThreshold,
        lostOrigin: t(`health.origin.${one.lostOrigin}`),
      })}
      {dated && ` ${t('health.replaces')}`}
    </p>
  );
}

/** The health rules of this device. */
export function HealthPanel({ where, device }: { where: Props['where']; device: Device }) {
  const { t } = useTranslation('devices');
  const set = useSetHealth(where);
  const mayEdit = useCan('Update:Device');
  const rule = useTypeRules(where.corporationId).data?.find((one) => one.type === device.type);
  return (
    <>
      <HealthInForce device={device} />
      <HealthForm
        ofType={rule && (rule.repeatedHours ?? rule.catalogueHours)}
        start={{
          ...(device.voltageThreshold === undefined ? {} : { voltageThreshold: device.voltageThreshold }),
          lostThreshold: device.lostThreshold || 3,
          ...(device.repeatedHours === undefined ? {} : { repeatedHours: device.repeatedHours }),
        }}
        error={set.error}
        busy={set.isPending}
        disabled={!mayEdit}
        onSave={(health, onError) =>
          set.mutate(rulesOf(health), {
            onSuccess: ({ msg }) => announce('success', msg ?? t('health.saved')),
            onError,
          })
        }
      />
    </>
  );
}

/** Warnings of a device; handled ones can be closed. */
export function WarningsPanel({ where, zone }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const query = useWarnings(where);
  const dismiss = useDismissWarnings(where);
  const mayEdit = useCan('Update:Device');
  const [chosen, setChosen] = useState<number[]>([]);
  return (
    <QueryPanel
      query={query}
      rows={6}
      isEmpty={(list) => list.length === 0}
      empty={<PanelEmpty title={t('warnings.none')} hint={t('warnings.noneHint')} />}
    >
      {(list) => (
        <>
          {mayEdit && (
            <div className={styles.tools}>
              <Button
                icon={<DeleteOutlined aria-hidden />}
                disabled={chosen.length === 0}
                loading={dismiss.isPending}
                onClick={() => dismiss.mutate(chosen, { onSuccess: () => setChosen([]) })}
              >
                {t('warnings.dismiss', { count: chosen.length })}
              </Button>
              <span className={styles.quiet}>{t('warnings.dismissHint')}</span>
            </div>
          )}
          <DataTable<DeviceWarning>
            label={t('tab.warnings')}
            rowKey={(one) => one.id}
            dataSource={list}
            {...(mayEdit
              ? {
                  rowSelection: {
                    selectedRowKeys: chosen,
                    onChange: (keys) => setChosen(keys.map(Number)),
                    getCheckboxProps: (one: DeviceWarning) => ({ 'aria-label': formatTime(one.opened, zone) }),
                  },
                }
              : {})}
            columns={[
              { key: 'kind', title: t('warnings.kind'), render: (_, one) => <DeviceHealth health={one.kind} /> },
              { key: 'opened', title: t('warnings.opened'), render: (_, one) => formatTime(one.opened, zone) },
              {
                key: 'ended',
                title: t('warnings.ended'),
                render: (_, one) => (one.ended > 0 ? formatTime(one.ended, zone) : t('warnings.still')),
              },
            ]}
          />
        </>
      )}
    </QueryPanel>
  );
}

/** The calibration files that the maker gave with a device. */
export function CalibrationPanel({ where, zone }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const query = useCalibrations(where);
  const upload = useUploadCalibration(where);
  const remove = useDeleteCalibration(where);
  const { modal } = App.useApp();
  const mayEdit = useCan('Update:Device');
  const save = async (file: CalibrationFile) => {
    const url = URL.createObjectURL(await fetchCalibration(where, file.filename));
    const link = document.createElement('a');
    link.href = url;
    link.download = file.filename;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <Can any={['Update:Device']}>
        <div className={styles.tools}>
          <Upload
            showUploadList={false}
            beforeUpload={(file) => {
              if (file.size > maxCalibrationBytes) announce('error', t('calibration.tooLarge'));
              else upload.mutate(file, { onSuccess: () => announce('success', t('calibration.kept')) });
              return false;
            }}
          >
            <Button icon={<UploadOutlined aria-hidden />} loading={upload.isPending}>
              {t('calibration.upload')}
            </Button>
          </Upload>
          <span className={styles.quiet}>{t('calibration.hint')}</span>
        </div>
      </Can>
      <QueryPanel
        query={query}
        rows={4}
        isEmpty={(list) => list.length === 0}
        empty={<PanelEmpty title={t('calibration.none')} hint={t('calibration.hint')} />}
      >
        {(list) => (
          <DataTable<CalibrationFile>
            label={t('tab.calibration')}
            rowKey={(one) => one.filename}
            dataSource={list}
            cards={['name']}
            columns={[
              { key: 'name', title: t('calibration.name'), dataIndex: 'filename' },
              { key: 'size', title: t('calibration.size'), align: 'right', render: (_, one) => formatBytes(one.size) },
              { key: 'at', title: t('calibration.at'), render: (_, one) => formatTime(one.uploadedAt, zone) },
              {
                key: 'action',
                title: '',
                align: 'right',
                render: (_, one) => (
                  <>
                    <Button
                      type="text"
                      size="small"
                      icon={<DownloadOutlined aria-hidden />}
                      aria-label={`${t('calibration.download')} ${one.filename}`}
                      onClick={() => void save(one)}
                    />
                    {mayEdit && (
                      <Button
                        type="text"
                        size="small"
                        danger
                        icon={<DeleteOutlined aria-hidden />}
                        aria-label={`${t('common:action.delete')} ${one.filename}`}
                        onClick={() =>
                          modal.confirm({
                            title: t('calibration.deleteTitle', { name: one.filename }),
                            okText: t('common:action.delete'),
                            okButtonProps: { danger: true },
                            onOk: () => remove.mutateAsync(one.filename),
                          })
                        }
                      />
                    )}
                  </>
                ),
              },
            ]}
          />
        )}
      </QueryPanel>
    </>
  );
}
