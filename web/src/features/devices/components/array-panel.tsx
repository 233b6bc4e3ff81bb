import { Button, Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { formatBytes } from '@/ui/format/number';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import {
  type ArrayCalibration,
  useArrayCalibrations,
  useArrayService,
  useSendCalibration,
  useToggleCollect,
} from '../admi-queries';
import { useCalibrations } from '../care-queries';
import styles from '../devices.module.css';

interface Where {
  corporationId: number;
  deviceId: number;
}

/** The local service that reads an imported shape array. */
export function ArrayPanel({ where }: { where: Where }) {
  const { t } = useTranslation(['devices', 'common']);
  const query = useArrayService(where);
  const toggle = useToggleCollect(where);
  return (
    <QueryPanel
      query={query}
      rows={6}
      isEmpty={(service) => service.state === 'notSet'}
      empty={<PanelEmpty title={t('array.notSet')} hint={t('array.notSetHint')} />}
    >
      {(service) => (
        <>
          <Descriptions
            className={styles.form ?? ''}
            column={1}
            size="small"
            items={[
              { key: 'address', label: t('array.address'), children: service.address },
              { key: 'state', label: t('array.state'), children: t(`array.states.${service.state}`) },
              ...(service.problem ? [{ key: 'problem', label: t('array.problem'), children: service.problem }] : []),
              ...(service.state === 'reachable'
                ? [
                    { key: 'program', label: t('array.program'), children: `${service.name} ${service.version}` },
                    {
                      key: 'collecting',
                      label: t('array.collecting'),
                      children: t(service.collecting ? 'array.running' : 'array.stopped'),
                    },
                    { key: 'kept', label: t('array.kept'), children: service.unacknowledged },
                  ]
                : []),
            ]}
          />
          {service.state === 'reachable' && (
            <>
              <Can any={['Update:Device']}>
                <div className={styles.tools}>
                  <Button
                    type={service.collecting ? 'default' : 'primary'}
                    loading={toggle.isPending}
                    onClick={() =>
                      toggle.mutate(!service.collecting, { onSuccess: () => announce('success', t('array.toggled')) })
                    }
                  >
                    {t(service.collecting ? 'array.stop' : 'array.start')}
                  </Button>
                </div>
              </Can>
              <ServiceFiles where={where} />
            </>
          )}
        </>
      )}
    </QueryPanel>
  );
}

/** The calibration files of the service, and those of the device that can be sent to it. */
function ServiceFiles({ where }: { where: Where }) {
  const { t } = useTranslation('devices');
  const query = useArrayCalibrations(where);
  const uploaded = useCalibrations(where).data ?? [];
  const send = useSendCalibration(where);
  return (
    <>
      <Can any={['Update:Device']}>
        <div className={styles.tools}>
          {uploaded.map((file) => (
            <Button
              key={file.filename}
              loading={send.isPending && send.variables === file.filename}
              onClick={() => send.mutate(file.filename, { onSuccess: () => announce('success', t('array.sent')) })}
            >
              {t('array.send', { name: file.filename })}
            </Button>
          ))}
          <span className={styles.quiet}>{t('array.sendHint')}</span>
        </div>
      </Can>
      <QueryPanel
        query={query}
        rows={3}
        isEmpty={(list) => list.length === 0}
        empty={<PanelEmpty title={t('array.noFiles')} hint={t('array.sendHint')} />}
      >
        {(list) => (
          <DataTable<ArrayCalibration>
            label={t('array.files')}
            rowKey={(one) => one.filename}
            dataSource={list}
            columns={[
              { key: 'name', title: t('array.files'), dataIndex: 'filename' },
              {
                key: 'size',
                title: t('calibration.size'),
                align: 'right',
                render: (_, one) => formatBytes(one.size),
              },
            ]}
          />
        )}
      </QueryPanel>
    </>
  );
}
