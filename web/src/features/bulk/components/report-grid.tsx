import { Segmented, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import list from '@/ui/list-page.module.css';
import { ScrollList } from '@/ui/scroll-list';
import styles from '../bulk.module.css';
import type { Report } from '../queries';

const rowsOnPage = 100;
const shownElsewhere = 20;

/** The rows of the file as a grid; a wrong cell shows its error. */
export function ReportGrid({ report }: { report: Report }) {
  const { t } = useTranslation('bulk');
  const bad = new Map<string, string>();
  for (const one of report.problems.filter((problem) => problem.first))
    bad.set(`${one.line} ${one.column}`, one.reason);
  const badLines = new Set(report.problems.filter((one) => one.first).map((one) => one.line));
  const [onlyBad, setOnlyBad] = useState(true);
  const narrowed = onlyBad && badLines.size > 0;
  const rows = narrowed ? report.rows.filter((one) => badLines.has(one.line)) : report.rows;
  const shown = new Set(report.columns.map((one) => one.key));
  const elsewhere = report.problems.filter((one) => !one.first || one.line === 1 || !shown.has(one.column));
  return (
    <>
      {elsewhere.length > 0 && (
        <ScrollList className={styles.elsewhere} label={t('importing.elsewhere')}>
          {elsewhere.slice(0, shownElsewhere).map((one) => (
            <li key={`${one.sheet} ${one.line} ${one.column}`}>
              {t('importing.at', { sheet: one.sheet, line: one.line, column: one.label, reason: one.reason })}
            </li>
          ))}
          {elsewhere.length > shownElsewhere && (
            <li>{t('importing.more', { count: elsewhere.length - shownElsewhere })}</li>
          )}
        </ScrollList>
      )}
      {badLines.size > 0 && (
        <div className={list.row}>
          <Segmented
            value={narrowed ? 'bad' : 'all'}
            aria-label={t('importing.title')}
            options={[
              { value: 'bad', label: `${t('importing.badRows')} ${badLines.size}` },
              { value: 'all', label: t('importing.allRows', { count: report.rows.length }) },
            ]}
            onChange={(value) => setOnlyBad(value === 'bad')}
          />
        </div>
      )}
      <div className={list.scroll}>
        <Table
          size="small"
          rowKey="line"
          aria-label={t('importing.title')}
          scroll={{ x: 'max-content' }}
          pagination={rows.length > rowsOnPage ? { pageSize: rowsOnPage, showSizeChanger: false } : false}
          dataSource={rows}
          columns={[
            { key: 'line', title: t('importing.line'), dataIndex: 'line', fixed: 'left' as const, width: 56 },
            ...report.columns.map((column, i) => ({
              key: column.key,
              title: column.label,
              render: (_: unknown, row: Report['rows'][number]) => {
                const reason = bad.get(`${row.line} ${column.key}`);
                if (reason === undefined) return row.cells[i];
                return (
                  <span className={styles.bad}>
                    {row.cells[i] || '—'}
                    <small>{reason}</small>
                  </span>
                );
              },
            })),
          ]}
        />
      </div>
    </>
  );
}
