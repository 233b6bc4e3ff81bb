import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PicturePicker } from '@/ui/picture/picture-picker';
import { QueryPanel } from '@/ui/states';
import { asLevel } from '@/ui/theme/tokens';
import { type GradedResponse, useAcknowledge, useAct, useGradedResponse } from '../graded-queries';
import type { AlertDetail } from '../queries';
import { AlertNotes } from './alert-notes';
import { Contingency } from './graded-contingency';
import { GradedInterval } from './graded-interval';
import styles from './graded-response.module.css';
import { Pictures } from './pictures';

/** What people do about a graded warning: the plan, the response clocks, and the actions with pictures. */
export function GradedResponsePanel({ alert, zone }: { alert: AlertDetail; zone: string }) {
  const { t } = useTranslation('alerts');
  const query = useGradedResponse(alert.id);
  return (
    <Panel fill title={t('graded.title')}>
      <QueryPanel query={query} rows={4}>
        {(response) => <Response alert={alert} response={response} zone={zone} />}
      </QueryPanel>
    </Panel>
  );
}

function Response({ alert, response, zone }: { alert: AlertDetail; response: GradedResponse; zone: string }) {
  const { t } = useTranslation(['alerts', 'common']);
  const { plan, people, clocks, actions } = response;
  const mayAct = useCan('Update:Alert');
  const acknowledge = useAcknowledge(alert.id);
  const open = (alert.status === 'Pending' || alert.status === 'Notice') && alert.withdrawnAt === 0;
  const waiting = open && clocks.some(({ acknowledgedAt }) => acknowledgedAt === 0);
  return (
    <div className={styles.body}>
      <AlertNotes alert={alert} zone={zone} />
      {plan ? (
        <section>
          <h3>{plan.name}</h3>
          {plan.measures && <p className={styles.text}>{plan.measures}</p>}
          {people.length > 0 && <p>{t('graded.responders', { names: listText(people) })}</p>}
          {plan.monitoringFrequency && <p>{t('graded.frequency', { text: plan.monitoringFrequency })}</p>}
          <GradedInterval alert={alert} plan={plan} zone={zone} />
        </section>
      ) : (
        <p className={styles.quiet}>{t('graded.noPlan')}</p>
      )}
      {clocks.map((clock) => (
        <p key={clock.level} className={styles.clock}>
          <LevelTag level={asLevel(clock.level)} />
          <span data-overdue={(open && clock.acknowledgedAt === 0 && clock.overdueAt > 0) || undefined}>
            {clock.acknowledgedAt
              ? t('graded.acknowledged', {
                  name: clock.acknowledgedName,
                  time: formatTime(clock.acknowledgedAt, zone, 'list'),
                })
              : t(clock.overdueAt ? 'graded.overdue' : 'graded.due', { time: formatTime(clock.dueAt, zone, 'list') })}
          </span>
        </p>
      ))}
      <Contingency projectId={alert.projectId} />
      <FormError error={acknowledge.error} />
      {waiting && mayAct && (
        <Button type="primary" loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {t('graded.acknowledge')}
        </Button>
      )}
      <h3>{t('graded.actions')}</h3>
      {actions.length === 0 && <p className={styles.quiet}>{t('graded.noActions')}</p>}
      <ul className={styles.actions}>
        {actions.map((action) => (
          <li key={action.id}>
            <p className={styles.quiet}>
              {action.author} · {formatTime(action.createdAt, zone, 'list')}
            </p>
            <p className={styles.text}>{action.text}</p>
            <Pictures paths={action.pictures} of={action.author} />
          </li>
        ))}
      </ul>
      {mayAct && <ActionForm alertId={alert.id} />}
    </div>
  );
}

interface Fields {
  text: string;
  pictures: string[];
}

function ActionForm({ alertId }: { alertId: number }) {
  const { t } = useTranslation('alerts');
  const [form] = Form.useForm<Fields>();
  const act = useAct(alertId);
  const [uploading, setUploading] = useState(false);
  return (
    <Form<Fields>
      form={form}
      name="graded-action"
      layout="vertical"
      requiredMark={false}
      initialValues={{ text: '', pictures: [] }}
      onFinish={(fields) => act.mutate(fields, { onSuccess: () => form.resetFields() })}
    >
      <FormError error={act.error} />
      <Form.Item
        name="text"
        label={t('graded.action')}
        rules={[{ required: true, whitespace: true, message: t('graded.actionEmpty') }, atMost(4000)]}
      >
        <Input.TextArea rows={2} />
      </Form.Item>
      <Form.Item name="pictures">
        <PicturePicker onBusy={setUploading} />
      </Form.Item>
      <Button htmlType="submit" loading={act.isPending} disabled={uploading}>
        {t('graded.record')}
      </Button>
    </Form>
  );
}
