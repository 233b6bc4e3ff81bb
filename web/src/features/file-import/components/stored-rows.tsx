import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import styles from '../import.module.css';
import type { Ready } from '../model/draft';
import type { Preview } from '../queries';
import { useColumnName } from './use-column-name';

type Row = Preview['rows'][number];

/** The first rows as they would be stored, and what cannot be read. */
export function StoredRows({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const nameOf = useColumnName();
  const { preview } = draft;
  const zone = preview.hasZone ? preview.deviceZone : preview.layout.zone || preview.deviceZone;
  const shown = place(zone);
  const keyed = preview.rows.some((row) => row.key);
  const columns: TableColumnType<Row>[] = [
    { key: 'line', title: t('line'), align: 'right', dataIndex: 'line' },
    { key: 'time', title: `${t('time')} (${shown})`, render: (_, row) => timeText(row.time, shown) },
    ...(keyed ? [{ key: 'key', title: t('uses.key'), dataIndex: 'key' }] : []),
    ...(preview.layout.columns ?? []).map(
      (mapping, i): TableColumnType<Row> => ({
        key: `${i}`,
        align: 'right',
        title: `${mapping.channel > 0 ? `${mapping.channel}${mapping.node ? `/${mapping.node}` : ''}.` : ''}${mapping.field}${mapping.unit ? ` (${mapping.unit})` : ''}`,
        render: (_, row) => <span className="num">{row.values[i] ?? '—'}</span>,
      }),
    ),
  ];
  const problems = preview.problems.filter((one) => one.line > 0 && one.code !== sameTime);
  return (
    <div className={styles.stored} data-behind={draft.behind || undefined}>
      {preview.rows.length > 0 ? (
        <div className={styles.sideways}>
          <DataTable<Row>
            label={t('result')}
            rowKey={(row) => `${row.line} ${row.key ?? ''}`}
            dataSource={preview.rows}
            columns={columns}
            scroll={{ x: 'max-content' }}
          />
        </div>
      ) : (
        <p className={styles.note}>{t('noRowsYet')}</p>
      )}
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label={t('problems')}>
          {problems.slice(0, shownProblems).map((one) => (
            <li key={`${one.line} ${one.column} ${one.code}`}>
              <b>{t('lineNo', { line: one.line })}</b> {one.column && <code>{nameOf(one.column)}</code>}{' '}
              <code>{one.text}</code> {one.reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Rows with the same time have their own list. */
const sameTime = 7008;
const shownProblems = 12;

/** A zone that the browser can show; offsets and GPS time are shown as UTC. */
function place(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}

/** Includes milliseconds if not zero. */
export function timeText(time: number, zone: string): string {
  const ms = ((time % 1000) + 1000) % 1000;
  return formatTime(time, zone, 'full') + (ms > 0 ? `.${String(ms).padStart(3, '0')}` : '');
}
