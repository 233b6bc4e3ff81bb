import { Button, Pagination, Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { usePhone } from '@/ui/use-media';
import { CollectionPanel } from './collection-panel';
import { CommandButtons } from './command-buttons';
import { CommandForm } from './command-form';
import styles from './commands.module.css';
import { type Command, outstanding, useCancel, useCommands, type Where } from './queries';
import { StateMark } from './state-mark';
import { answerText, argsText, resultText } from './words';

const pageSize = 10;

const looks: Record<Command['state'], Parameters<typeof StateMark>[0]['look']> = {
  waiting: 'waiting',
  hanging: 'hanging',
  sent: 'going',
  answered: 'done',
  failed: 'failed',
  cancelled: 'over',
};

interface Props extends Where {
  zone: string;
  /** Whose buttons are shown; none: no buttons. */
  projectId?: number;
  /** The device's model. */
  model?: string | undefined;
}

/** The commands of a device and their responses as they arrive. */
export function CommandPanel({ zone, projectId, model, corporationId, deviceId }: Props) {
  const where = { corporationId, deviceId };
  const { t } = useTranslation('commands');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState(false);
  const query = useCommands(where, { page, pageSize, ...(open && { state: 'outstanding' }) });
  return (
    <div className={styles.panel}>
      <Can any={['Update:Device']}>
        <CommandForm where={where} zone={zone} projectId={projectId} model={model} />
      </Can>
      {projectId !== undefined && <CommandButtons projectId={projectId} where={where} model={model} />}
      <CollectionPanel {...where} zone={zone} />
      <div className={styles.tools}>
        <Segmented
          aria-label={t('which')}
          value={open}
          options={[
            { value: false, label: t('all') },
            { value: true, label: t('outstanding') },
          ]}
          onChange={(next) => {
            setOpen(next);
            setPage(1);
          }}
        />
      </div>
      <div className={styles.list} aria-live="polite">
        <QueryPanel
          query={query}
          failure={t('failed')}
          rows={6}
          isEmpty={({ list }) => list.length === 0}
          empty={
            open ? <PanelEmpty title={t('noneOutstanding')} /> : <PanelEmpty title={t('none')} hint={t('noneHint')} />
          }
        >
          {({ list }) => <CommandTable where={where} zone={zone} list={list} />}
        </QueryPanel>
      </div>
      {(query.data?.total ?? 0) > pageSize && (
        <Pagination
          className={styles.foot ?? ''}
          simple
          current={page}
          pageSize={pageSize}
          total={query.data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  );
}

/** Further details of a command's state: its time limit, its attempt, its number of responses. */
function standing(t: TFunction<'commands'>, row: Command, zone: string): string {
  if (row.state === 'hanging' && row.readUntil === 0)
    return t('hangsUntil', { time: formatTime(row.expiresAt, zone).slice(5, 16) });
  if (row.readUntil > 0) {
    return t('readUntil', { percent: row.progress, time: formatTime(row.readUntil, zone).slice(0, 16) });
  }
  if (row.every > 0) return t('times', { count: row.answers });
  if (row.attempts > 1) return t('attempts', { count: row.attempts });
  return row.endedAt > 0 && row.sentAt > 0 ? formatTime(row.endedAt, zone).slice(11) : '';
}

function CommandTable({ where, zone, list }: { where: Where; zone: string; list: Command[] }) {
  const { t } = useTranslation(['commands', 'common']);
  const say = useLabel();
  const phone = usePhone();
  const cancel = useCancel(where);
  return (
    <DataTable<Command>
      label={t('title')}
      rowKey={(row) => row.id}
      dataSource={list}
      columns={[
        ...(phone
          ? []
          : [
              {
                key: 'time',
                title: t('column.time'),
                width: 150,
                render: (_: unknown, row: Command) => formatTime(row.createdAt, zone),
              },
            ]),
        {
          key: 'command',
          title: t('column.command'),
          ellipsis: true,
          render: (_, row) => (
            <span className={styles.two}>
              <b>{row.label ? say(row.label) : t(`kind.${row.kind}`)}</b>
              <small>{[argsText(row.args), row.createdBy || t('bySystem')].filter(Boolean).join(' · ')}</small>
            </span>
          ),
        },
        {
          key: 'state',
          title: t('column.state'),
          width: phone ? 118 : 210,
          render: (_, row) => (
            <span className={styles.two}>
              <StateMark look={looks[row.state]}>{t(`state.${row.state}`)}</StateMark>
              <small>{standing(t, row, zone)}</small>
            </span>
          ),
        },
        {
          key: 'answer',
          title: t('column.answer'),
          ellipsis: true,
          render: (_, row) => (
            <span className={styles.two}>
              <span>{answerText(t, row)}</span>
              <small className={styles.mono} title={resultText(row.result)}>
                {resultText(row.result)}
              </small>
            </span>
          ),
        },
        {
          key: 'do',
          title: '',
          width: 76,
          render: (_, row) =>
            outstanding.includes(row.state) && (
              <Can any={['Update:Device']}>
                <Button
                  type="link"
                  loading={cancel.isPending && cancel.variables === row.id}
                  onClick={() => cancel.mutate(row.id)}
                >
                  {t('common:action.cancel')}
                </Button>
              </Can>
            ),
        },
      ]}
    />
  );
}
