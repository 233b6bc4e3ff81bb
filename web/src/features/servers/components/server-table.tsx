import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber, formatPercent } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Sign } from '@/ui/sign';
import { numberColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { missing, nameOf, stateOf } from '../model/servers';
import type { Former, Server, View } from '../queries';
import styles from '../servers.module.css';
import { DrainDialog } from './drain-dialog';
import { EndDrainButton } from './end-drain-button';
import { ServerState, signs } from './server-state';
import { SpanText } from './span-text';

interface Row {
  id: number;
  server?: Server;
  former?: Former;
}

function Bar({ share, text }: { share: number; text: string }) {
  return (
    <span className={styles.bar}>
      <span className={styles.rail} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${Math.min(100, Math.round(share * 100))}%` }} />
      </span>
      <span className={styles.number}>{text}</span>
    </span>
  );
}

type T = TFunction<'servers'>;

const none = '—';

function Name({ row, view, t }: { row: Row; view: View; t: T }) {
  const one = row.server ?? row.former;
  if (!one) return null;
  const report = row.server?.report;
  return (
    <span className={styles.name}>
      <b>{one.name}</b> <span className={styles.quiet}>#{one.id}</span>
      {row.id === view.selfId && <span className={styles.self}>{t('self')}</span>}
      <span className={styles.second} title={report && t('addresses', { http: report.http, mqtt: report.mqtt })}>
        {[report?.http, one.version].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

/** The state of a server, with the age of its report. */
function Reported({ server, now, t }: { server: Server; now: number; t: T }) {
  const seconds = Math.max(0, Math.round((now - server.reportedAt) / 1_000));
  const silent = stateOf(server, now) === 'silent';
  return (
    <>
      <ServerState server={server} now={now} />
      {server.report && (
        <span className={styles.second} data-fault={silent}>
          {t('reported', { n: seconds })}
        </span>
      )}
    </>
  );
}

function State({ row, view, t }: { row: Row; view: View; t: T }) {
  if (row.server) return <Reported server={row.server} now={view.now} t={t} />;
  if (!row.former) return null;
  const { endedAt, successorId } = row.former;
  const successor = view.servers.find(({ id }) => id === successorId);
  const time = formatTime(endedAt, undefined, 'list');
  if (successorId === 0)
    return (
      <span className={`${styles.state} ${styles.quiet}`}>
        <Sign path={signs.bad} />
        {t('state.left', { time })}
      </span>
    );
  return (
    <span className={styles.state} data-fault>
      <Sign path={signs.bad} />
      {t('state.died', { time, name: successor ? nameOf(successor) : `#${successorId}` })}
    </span>
  );
}

/** Partitions held, and where they go. */
function Held({ row, view }: { row: Row; view: View }) {
  if (!row.server || view.embedded) return none;
  const wanted = view.partitions.filter(({ wantedId }) => wantedId === row.id).length;
  const { partitions } = row.server;
  return <span className={styles.number}>{wanted === partitions ? partitions : `${partitions} → ${wanted}`}</span>;
}

function columnsOf(view: View, t: T, ask: (server: Server) => void) {
  const figure = (row: Row) => (row.server?.alive ? row.server.report : undefined);
  const counted = (
    key: 'connections' | 'frames' | 'values' | 'roundTripMs',
    decimals: number,
    width: number,
    unit?: string,
  ) => ({
    ...numberColumn<Row>({ title: t(`column.${key}`), unit, value: () => 0 }),
    key,
    width,
    render: (_: unknown, row: Row) => {
      const report = figure(row);
      return <span className={styles.number}>{report ? formatNumber(report[key], decimals) : none}</span>;
    },
  });
  return [
    {
      key: 'name',
      title: t('column.name'),
      width: 190,
      render: (_: unknown, row: Row) => <Name {...{ row, view, t }} />,
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 170,
      render: (_: unknown, row: Row) => <State {...{ row, view, t }} />,
    },
    {
      key: 'cpu',
      title: t('column.cpu'),
      width: 100,
      render: (_: unknown, row: Row) => {
        const report = figure(row);
        return report ? <Bar share={report.cpu} text={formatPercent(report.cpu)} /> : none;
      },
    },
    {
      key: 'memory',
      title: t('column.memory'),
      width: 128,
      render: (_: unknown, row: Row) => {
        const report = figure(row);
        if (!report) return none;
        const share = report.memoryLimit > 0 ? report.memory / report.memoryLimit : 0;
        return <Bar share={share} text={formatBytes(report.memory)} />;
      },
    },
    counted('connections', 0, 66),
    counted('frames', 1, 84, t('perSecond')),
    counted('values', 0, 84, t('perSecond')),
    {
      key: 'parts',
      title: t('column.parts'),
      width: 88,
      align: 'right' as const,
      render: (_: unknown, row: Row) => <Held {...{ row, view }} />,
    },
    {
      key: 'lag',
      title: t('column.lag'),
      width: 66,
      align: 'right' as const,
      render: (_: unknown, row: Row) => {
        const report = figure(row);
        return report ? <SpanText ms={report.lagMs} /> : none;
      },
    },
    ...(view.embedded ? [] : [counted('roundTripMs', 1, 98, 'ms')]),
    {
      key: 'action',
      title: t('column.do'),
      width: 108,
      align: 'right' as const,
      render: (_: unknown, row: Row) => {
        const server = row.server;
        if (!server || view.embedded || !server.alive || server.stopping) return '';
        if (server.drain) return <EndDrainButton server={server} />;
        return (
          <Button
            type="link"
            className={styles.link ?? ''}
            onClick={() => ask(server)}
            aria-label={t('drain.askName', { name: nameOf(server) })}
          >
            {t('drain.ask')}
          </Button>
        );
      },
    },
  ];
}

/** The servers with their figures, and those that died or left within a day. */
export function ServerTable({ view }: { view: View }) {
  const { t } = useTranslation('servers');
  const [asked, setAsked] = useState<Server>();
  const rows: Row[] = [
    ...view.servers.map((server) => ({ id: server.id, server })),
    ...missing(view).map((former) => ({ id: former.id, former })),
  ];
  return (
    <>
      <DataTable<Row>
        label={t('title')}
        rowKey={(row) => row.id}
        dataSource={rows}
        columns={columnsOf(view, t, setAsked)}
        cards={['name', 'state']}
        rowClassName={(row) => (row.server?.drain ? 'ant-table-row-selected' : '')}
      />
      {asked && <DrainDialog server={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
