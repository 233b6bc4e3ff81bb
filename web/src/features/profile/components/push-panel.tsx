import { useQuery } from '@tanstack/react-query';
import { App, Button, Switch, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '@/ui/form/form-error';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { NoPushService, NotPermitted, obstacleIn } from '../model/push';
import {
  browsersQuery,
  ownQuery,
  type PushBrowser,
  type PushTest,
  useRemoveBrowser,
  useSubscribe,
  useSwitchBrowser,
  useTestBrowser,
} from '../push-queries';
import styles from './security.module.css';

/** The browsers in which the account gets messages about alerts, and why this one cannot be one of them. */
export function PushPanel() {
  const { t } = useTranslation('push');
  const query = useQuery(browsersQuery());
  return (
    <Panel title={t('title')} className={styles.wide} busy={query.isFetching && !query.isPending}>
      <div className={styles.body}>
        <p className={styles.why}>{t('why')}</p>
        <QueryPanel query={query} failure={t('failed')} rows={3}>
          {({ works, publicKey, max, list }) =>
            works ? (
              <Browsers publicKey={publicKey} max={max} list={list} />
            ) : (
              <p className={styles.line} data-warn>
                {t('obstacle.off')}
              </p>
            )
          }
        </QueryPanel>
      </div>
    </Panel>
  );
}

interface Props {
  publicKey: string;
  max: number;
  list: readonly PushBrowser[];
}

function Browsers({ publicKey, max, list }: Props) {
  const { t } = useTranslation('push');
  const own = useQuery(ownQuery());
  const subscribe = useSubscribe();
  const test = useTestBrowser();
  const [tested, setTested] = useState<PushTest>();
  const [failure, setFailure] = useState<unknown>();
  const obstacle = obstacleIn(window);
  const here = list.find(({ digest }) => digest === own.data);

  async function switchOn() {
    setFailure(undefined);
    setTested(undefined);
    try {
      const { id } = await subscribe.mutateAsync(publicKey);
      setTested(await test.mutateAsync(id));
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <>
      {obstacle ? (
        <p className={styles.line} data-warn>
          {t(`obstacle.${obstacle}`, { origin: window.location.origin })}
        </p>
      ) : (
        own.data !== undefined &&
        !here && (
          <div className={styles.buttons} data-apart>
            <Button
              type="primary"
              loading={subscribe.isPending}
              disabled={list.length >= max}
              onClick={() => void switchOn()}
            >
              {t('subscribe')}
            </Button>
            {list.length >= max && <span className={styles.line}>{t('full', { max })}</span>}
          </div>
        )
      )}
      <Failure error={failure} />
      {tested && <Result test={tested} />}
      {list.length > 0 && (
        <Table
          list={list}
          here={here?.id ?? 0}
          testing={test.isPending}
          onTest={(id) => test.mutate(id, { onSuccess: setTested })}
        />
      )}
    </>
  );
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('push');
  if (error instanceof NotPermitted || error instanceof NoPushService)
    return (
      <p className={styles.line} data-warn role="alert">
        {error instanceof NotPermitted
          ? t('obstacle.notPermitted')
          : t('obstacle.noService', { message: error.message })}
      </p>
    );
  return <FormError error={error} />;
}

/** What came of a test message, and what to do if it failed. */
function Result({ test: { outcome, reason, host, answer } }: { test: PushTest }) {
  const { t } = useTranslation('push');
  return (
    <p className={styles.line} data-warn={outcome !== 'sent'} role="status">
      {reason ? t(`reason.${reason}`, { host }) : t('taken', { host })}{' '}
      {reason !== 'forbidden' && <code>{answer}</code>}
    </p>
  );
}

interface TableProps {
  list: readonly PushBrowser[];
  here: number;
  testing: boolean;
  onTest: (id: number) => void;
}

function Table({ list, here, testing, onTest }: TableProps) {
  const { t } = useTranslation('push');
  const { modal } = App.useApp();
  const turn = useSwitchBrowser();
  const remove = useRemoveBrowser();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  function askRemove(row: PushBrowser) {
    modal.confirm({
      title: t('removeTitle', { name: row.name }),
      content: t('removeText'),
      okText: t('remove'),
      onOk: async () => {
        await remove.mutateAsync({ id: row.id, here: row.id === here });
        announce('success', t('removed'));
      },
    });
  }

  return (
    <DataTable<PushBrowser>
      label={t('title')}
      rowKey={(row) => row.id}
      dataSource={list}
      columns={[
        {
          key: 'enable',
          title: t('enable'),
          render: (_, row) => (
            <Switch
              size="small"
              checked={row.enable}
              aria-label={t('enableOf', { name: row.name })}
              onChange={(enable) => turn.mutate({ id: row.id, enable })}
            />
          ),
        },
        {
          key: 'name',
          title: t('browser'),
          render: (_, row) => (
            <>
              {row.name} {row.id === here && <Tag>{t('here')}</Tag>}
            </>
          ),
        },
        { key: 'host', title: t('service'), dataIndex: 'host' },
        { key: 'created', title: t('created'), render: (_, row) => formatTime(row.createdAt, zone) },
        { key: 'used', title: t('used'), render: (_, row) => (row.usedAt ? formatTime(row.usedAt, zone) : '–') },
        {
          key: 'answer',
          title: t('answer'),
          render: (_, row) => (row.askedAt ? [t(`outcome.${row.outcome || 'unknown'}`), row.answer].join(' · ') : '–'),
        },
        {
          key: 'actions',
          align: 'right',
          title: <span className="visually-hidden">{t('actions')}</span>,
          render: (_, row) => (
            <>
              <Button type="link" disabled={testing} onClick={() => onTest(row.id)}>
                {t('test')}
              </Button>
              <Button type="link" danger onClick={() => askRemove(row)}>
                {t('remove')}
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}
