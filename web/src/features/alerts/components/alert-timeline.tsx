import { CommentOutlined, MailOutlined, PoweroffOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionOutcome } from '@/entities/field-action/action-outcome';
import type { FieldAction } from '@/entities/field-action/queries';
import { useSentText } from '@/entities/field-action/use-sent-text';
import { useCan } from '@/entities/permission/permissions';
import { atMost, noteLength } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PicturePicker } from '@/ui/picture/picture-picker';
import { ScrollArea } from '@/ui/scroll-area';
import { arrivedOf, type Entry, type Sort, sentOf, sorts, timelineOf } from '../model/timeline';
import {
  type AlertAssignment,
  type AlertDetail,
  type AlertMessage,
  type AlertReply,
  useAssignments,
  useComment,
  useComments,
} from '../queries';
import styles from './alert-detail.module.css';
import { EventSign, eventValue, useEventText } from './alert-history';
import page from './alert-timeline.module.css';
import { Pictures } from './pictures';

interface Props {
  alert: AlertDetail;
  messages: readonly AlertMessage[];
  actions: readonly FieldAction[];
  replies: readonly AlertReply[];
  zone: string;
}

/** Everything that happened to an alert, newest first: levels, messages, devices, people with their comments, corrections. */
export function AlertTimeline({ alert, messages, actions, replies, zone }: Props) {
  const { t } = useTranslation('alerts');
  const text = useEventText(alert);
  const sent = useSentText(alert.projectId, actions);
  const [shown, setShown] = useState<Sort | 'all'>('all');
  const entries = timelineOf(
    alert.history,
    messages,
    useComments(alert.id).data ?? [],
    useAssignments(alert.id).data ?? [],
    actions,
    replies,
  );
  const mayComment = useCan('Update:Alert');
  const count = (sort: Sort) => entries.filter((one) => one.sort === sort).length;
  const listed = entries.filter(({ sort }) => shown === 'all' || sort === shown);
  return (
    <Panel
      fill
      title={t('history')}
      extra={
        <Segmented
          size="small"
          aria-label={t('timeline.show')}
          value={shown}
          options={[
            { value: 'all', label: `${t('timeline.all')} ${entries.length}` },
            ...sorts.map((value) => ({ value, label: `${t(`timeline.${value}`)} ${count(value)}` })),
          ]}
          onChange={(value) => setShown(value as Sort | 'all')}
        />
      }
    >
      <div className={page.column}>
        <ScrollArea className={page.scroll} label={t('history')}>
          <ol className={`${styles.events} ${page.events}`}>
            {listed.map((entry) => (
              <li key={keyOf(entry)} className={styles.event}>
                <Sign entry={entry} />
                <time dateTime={new Date(entry.at).toISOString()}>{formatTime(entry.at, zone, 'list')}</time>
                {'event' in entry ? (
                  <>
                    <span>
                      {text(entry.event)}
                      {entry.event.kind === 'processed' && alert.processedName && ` · ${alert.processedName}`}
                    </span>
                    <b>{eventValue(alert, entry.event)}</b>
                    {entry.event.cause && <p>{t(`event.cause.${entry.event.cause}`)}</p>}
                    {entry.event.correctionId > 0 && <p>{t('event.byCorrection', { id: entry.event.correctionId })}</p>}
                    {entry.event.recordedAt - entry.at > foundAfter && (
                      <p>{t('timeline.recorded', { time: formatTime(entry.event.recordedAt, zone, 'list') })}</p>
                    )}
                    {entry.event.note && <p>{entry.event.note}</p>}
                    <Pictures paths={entry.event.pictures} of={alert.processedName || t('program')} />
                  </>
                ) : 'messages' in entry ? (
                  <Messages messages={entry.messages} />
                ) : 'reply' in entry ? (
                  <>
                    <span>{entry.reply.name || t('assignee.deleted')}</span>
                    <p>{t(`timeline.answer.${entry.reply.answer}`)}</p>
                  </>
                ) : 'assignment' in entry ? (
                  <Assigned assignment={entry.assignment} />
                ) : 'action' in entry ? (
                  <Acted action={entry.action} sent={sent(entry.action)} zone={zone} />
                ) : (
                  <>
                    <span>{entry.comment.author}</span>
                    {entry.comment.text && <p className={page.comment}>{entry.comment.text}</p>}
                    <Pictures paths={entry.comment.pictures} of={entry.comment.author} />
                  </>
                )}
              </li>
            ))}
          </ol>
        </ScrollArea>
        {mayComment && <CommentForm alertId={alert.id} />}
      </div>
    </Panel>
  );
}

/** An event recorded more than this after its reading was found from late data: its own time says less. */
const foundAfter = 10 * 60_000;

function keyOf(entry: Entry): string {
  if ('event' in entry) return `e${entry.event.id}`;
  if ('reply' in entry) return `a${entry.reply.name} ${entry.reply.answer} ${entry.at}`;
  if ('assignment' in entry) return `o${entry.assignment.id}`;
  if ('action' in entry) return `f${entry.action.id}`;
  return 'comment' in entry ? `c${entry.comment.id}` : `m${entry.messages[0]?.id}`;
}

function Sign({ entry }: { entry: Entry }) {
  if ('event' in entry) return <EventSign event={entry.event} />;
  if ('assignment' in entry) return <UserOutlined className={page.sign ?? ''} aria-hidden />;
  if ('action' in entry) return <PoweroffOutlined className={page.sign ?? ''} aria-hidden />;
  return 'comment' in entry || 'reply' in entry ? (
    <CommentOutlined className={page.sign ?? ''} aria-hidden />
  ) : (
    <MailOutlined className={page.sign ?? ''} aria-hidden />
  );
}

function Assigned({ assignment: { accountId, accountName, assignedBy, author } }: { assignment: AlertAssignment }) {
  const { t } = useTranslation('alerts');
  const name = accountName || t('assignee.deleted');
  const by = author || t('assignee.deleted');
  if (accountId === 0) return <span>{t('assignee.released', { by })}</span>;
  return <span>{accountId === assignedBy ? t('assignee.taken', { name }) : t('assignee.given', { by, name })}</span>;
}

/** What a device was to do, and what came of it. */
function Acted({ action, sent, zone }: { action: FieldAction; sent: string; zone: string }) {
  const { t } = useTranslation('field-actions');
  return (
    <>
      <span>
        {action.deviceName || t('deleted')} · {t(`turn.${action.turn}`)}
      </span>
      <div className={page.outcome}>
        {[sent, action.fieldRuleName, t(`why.${action.why}`)].join(' · ')}
        <div>
          <ActionOutcome action={action} zone={zone} />
        </div>
      </div>
    </>
  );
}

function CommentForm({ alertId }: { alertId: number }) {
  const { t } = useTranslation('alerts');
  const [form] = Form.useForm<{ text: string; pictures: string[] }>();
  const comment = useComment(alertId);
  const [uploading, setUploading] = useState(false);
  return (
    <Form
      form={form}
      layout="inline"
      className={page.form ?? ''}
      initialValues={{ text: '', pictures: [] }}
      onFinish={(said) => comment.mutate(said, { onSuccess: () => form.resetFields() })}
    >
      <FormError error={comment.error} />
      <Form.Item name="text" className={page.text ?? ''} rules={[atMost(noteLength)]}>
        <Input aria-label={t('timeline.comment')} placeholder={t('timeline.commentHint')} autoComplete="off" />
      </Form.Item>
      <Form.Item name="pictures" className={page.send ?? ''}>
        <PicturePicker onBusy={setUploading} />
      </Form.Item>
      <Form.Item shouldUpdate className={page.send ?? ''}>
        {() => (
          <Button
            htmlType="submit"
            loading={comment.isPending}
            disabled={uploading || (!form.getFieldValue('text')?.trim() && !form.getFieldValue('pictures')?.length)}
          >
            {t('timeline.send')}
          </Button>
        )}
      </Form.Item>
    </Form>
  );
}

const kindOf = (reminder: number) => (reminder > 0 ? 'reminded' : reminder < 0 ? 'called' : 'sent');

function Messages({ messages }: { messages: readonly AlertMessage[] }) {
  const { t } = useTranslation('alerts');
  const sent = sentOf(messages);
  const unsent = messages.filter(({ state }) => state === 'failed' || state === 'unknown' || state === 'skipped');
  const arrived = arrivedOf(messages);
  const name = ({ accountName, address }: AlertMessage) => accountName || address;
  return (
    <>
      <span>{t(`timeline.${kindOf(messages[0]?.reminder ?? 0)}`, { count: messages.length })}</span>
      <b>
        {sent} / {messages.length}
      </b>
      <p>{listText(messages.map(name))}</p>
      {arrived.length > 0 && <p>{t('timeline.arrived', { names: listText(arrived.map(name)) })}</p>}
      {unsent.length > 0 && <p className={page.fault}>{t('timeline.unsent', { names: listText(unsent.map(name)) })}</p>}
    </>
  );
}
