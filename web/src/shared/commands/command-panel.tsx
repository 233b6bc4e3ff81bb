import { Button, Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/shared/format/time';
import { Can } from '@/shared/perm/can';
import { DataTable } from '@/shared/table/data-table';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import { usePhone } from '@/shared/ui/use-media';
import { CommandForm } from './command-form';
import styles from './commands.module.css';
import { type Command, outstanding, renewLease, useCancel, useCommands, type Where } from './queries';
import { StateMark } from './state-mark';
import { answerText, argsText, resultText } from './words';

const pageSize = 10;
const leaseEveryMs = 10_000;

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
}

/** What a device is asked to do, and what it answers as it comes. */
export function CommandPanel({ zone, ...where }: Props) {
  const { t } = useTranslation('commands');
  const [page, setPage] = useState(1);
  const query = useCommands(where, page, pageSize);
  const kept = query.data?.list.find((one) => one.every > 0 && outstanding.includes(one.state));
  useLease(where, kept?.id);
  return (
    <div className={styles.panel}>
      <Can any={['Update:Device']}>
        <CommandForm where={where} zone={zone} />
      </Can>
      <div className={styles.list} aria-live="polite">
        <QueryPanel
          query={query}
          failure={t('failed')}
          rows={6}
          isEmpty={({ list }) => list.length === 0}
          empty={<PanelEmpty title={t('none')} hint={t('noneHint')} />}
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

/** Keeps keep sending going while it is on the screen. */
function useLease({ corporationId, deviceId }: Where, commandId: number | undefined) {
  useEffect(() => {
    if (commandId === undefined) return;
    const timer = setInterval(() => {
      // Where it has ended meanwhile the list says so.
      renewLease({ corporationId, deviceId }, commandId).catch(() => undefined);
    }, leaseEveryMs);
    return () => clearInterval(timer);
  }, [corporationId, deviceId, commandId]);
}

function CommandTable({ where, zone, list }: { where: Where; zone: string; list: Command[] }) {
  const { t } = useTranslation(['commands', 'common']);
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
              <b>{t(`kind.${row.kind}`)}</b>
              <small>{[argsText(row.args), row.createdBy || t('bySystem')].filter(Boolean).join(' · ')}</small>
            </span>
          ),
        },
        {
          key: 'state',
          title: t('column.state'),
          width: 120,
          render: (_, row) => (
            <span className={styles.two}>
              <StateMark look={looks[row.state]}>{t(`state.${row.state}`)}</StateMark>
              <small>{row.every > 0 ? t('times', { count: row.answers }) : ''}</small>
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
