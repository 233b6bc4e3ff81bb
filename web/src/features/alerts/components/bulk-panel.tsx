import { CloseOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { Panel } from '@/ui/panel';
import { asLevel } from '@/ui/theme/tokens';
import { type Alert, type Handling, type ProcessedAlert, useProcessMany } from '../queries';
import styles from './alert-detail.module.css';
import { useAttributeName } from './alert-value';
import { ProcessForm } from './process-form';

interface Props {
  alerts: readonly Alert[];
  /** Called with the alerts that could not be processed; empty if all were. */
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}

/** Several alerts with one result, cause, measure and note. Those that could not be processed stay, each with its reason. */
export function BulkPanel({ alerts, onDone, onClose }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  const [form] = Form.useForm<Handling>();
  const [failed, setFailed] = useState<readonly ProcessedAlert[]>([]);
  const process = useProcessMany();
  const attributeName = useAttributeName();
  const reason = new Map(failed.map(({ id, error }) => [id, error]));

  function submit(handling: Handling) {
    process.mutate(
      { ...handling, alerts: alerts.map(({ id, level }) => ({ id, level })) },
      {
        onSuccess: ({ list }) => {
          const left = list.filter(({ code }) => code !== 0);
          setFailed(left);
          onDone(left.map(({ id }) => id));
        },
      },
    );
  }

  return (
    <Panel fill>
      <div className={styles.panel}>
        <header className={styles.head}>
          <div className={styles.title}>
            <h2>{t('bulk.title', { count: alerts.length })}</h2>
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('common:action.close')}
              onClick={onClose}
            />
          </div>
          <p className={styles.place}>{t('bulk.hint')}</p>
        </header>
        <section className={styles.body} aria-label={t('bulk.title', { count: alerts.length })}>
          <ul className={styles.chosen}>
            {alerts.map((alert) => (
              <li key={alert.id}>
                <LevelIcon level={asLevel(alert.level)} size={13} />
                <b>{alert.measuringPointName || alert.deviceName}</b>
                <span>{attributeName(alert)}</span>
                {reason.has(alert.id) && <em>{reason.get(alert.id)}</em>}
              </li>
            ))}
          </ul>
        </section>
        <ProcessForm
          form={form}
          projectId={alerts[0]?.projectId ?? 0}
          busy={process.isPending}
          count={alerts.length}
          onSubmit={submit}
          onCancel={onClose}
        />
      </div>
    </Panel>
  );
}
