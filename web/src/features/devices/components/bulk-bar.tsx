import { DeleteOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Refusal } from '@/entities/configuration/refusal';
import { Can } from '@/entities/permission/can';
import { Dialog } from '@/ui/dialog';
import { announce } from '@/ui/messages';
import { useDeleteDevices, useSetHealthOfMany } from '../care-queries';
import styles from '../devices.module.css';
import { type DeviceChoice, useAllIds } from '../queries';
import { HealthForm, rulesOf } from './health-form';

interface Props {
  corporationId: number;
  projectId: number;
  ids: number[];
  /** Devices that match the filters of the list, and how many they are. */
  choice: DeviceChoice;
  total: number;
  onChoose: (ids: number[]) => void;
}

/** The maximum number of devices that one action moves. */
const mostMoved = 500;

/** Actions on the selected devices. */
export function BulkBar({ corporationId, projectId, ids, choice, total, onChoose }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const navigate = useNavigate();
  const [open, setOpen] = useState<'health' | 'delete' | null>(null);
  const health = useSetHealthOfMany(corporationId);
  const remove = useDeleteDevices(corporationId);
  const all = useAllIds(corporationId);
  const count = ids.length;
  const close = () => {
    health.reset();
    remove.reset();
    setOpen(null);
  };
  const done = (message: string | undefined) => {
    if (message) announce('success', message);
    close();
    onChoose([]);
  };
  return (
    <div className={styles.bulk}>
      <b>{t('list.chosen', { count })}</b>
      {count < total && (
        <Button
          type="link"
          loading={all.isPending}
          onClick={() => all.mutate(choice, { onSuccess: (found) => onChoose(found) })}
        >
          {t('list.chooseAll', { count: total })}
        </Button>
      )}
      <Can any={['Update:Device']}>
        <Button onClick={() => setOpen('health')}>{t('list.health')}</Button>
        <Tooltip title={count > mostMoved ? t('list.mostMoved', { count: mostMoved }) : ''}>
          <Button
            disabled={count > mostMoved}
            onClick={() => navigate(`/projects/${projectId}/devices/actions?do=move&ids=${ids.join(',')}`)}
          >
            {t('list.move')}
          </Button>
        </Tooltip>
      </Can>
      <Button onClick={() => navigate(`/projects/${projectId}/devices/labels?ids=${ids.join(',')}`)}>
        {t('list.labels')}
      </Button>
      <Can any={['Delete:Device']}>
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setOpen('delete')}>
          {t('list.delete')}
        </Button>
      </Can>
      <Button type="link" onClick={() => onChoose([])}>
        {t('list.clear')}
      </Button>
      <Dialog
        open={open === 'health'}
        width={440}
        title={t('list.health')}
        footer={null}
        destroyOnHidden
        onCancel={close}
      >
        <HealthForm
          start={{ lostThreshold: 3 }}
          error={health.error}
          busy={health.isPending}
          onSave={(values, onError) =>
            health.mutate({ ...rulesOf(values), ids }, { onSuccess: ({ msg }) => done(msg), onError })
          }
        />
      </Dialog>
      <Dialog
        open={open === 'delete'}
        width={440}
        title={t('list.deleteTitle', { count })}
        okText={t('list.delete')}
        okButtonProps={{ danger: true, loading: remove.isPending }}
        onCancel={close}
        onOk={() => remove.mutate(ids, { onSuccess: ({ msg }) => done(msg) })}
      >
        <p>{t('list.deleteHint')}</p>
        <Refusal error={remove.error} />
      </Dialog>
    </div>
  );
}
