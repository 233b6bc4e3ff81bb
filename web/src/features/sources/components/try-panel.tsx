import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import type { Tried } from '../queries';
import styles from '../sources.module.css';

interface Props {
  tried: Tried | undefined;
  zone: string;
}

interface Line {
  key: string;
  time: number;
  channel: number;
  field: string;
  value: number | null;
}

/** indented returns JSON with line breaks; other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What the other system answered, and the readings that the mapping finds in it. */
export function TryPanel({ tried, zone }: Props) {
  const { t } = useTranslation('sources');
  if (!tried) return <p className={styles.hint}>{t('noAnswer')}</p>;
  const found = tried.tried;
  const problem = tried.failure || [
    found?.refusal,
    ...Object.entries(found?.fields ?? {}).map((one) => one.join(': ')),
  ];
  const shown = [problem].flat().filter(Boolean).join('\n');
  const lines: Line[] = (found?.readings ?? []).flatMap((reading, r) =>
    reading.values.map(({ field, node, value }) => ({
      key: `${r} ${field} ${node}`,
      time: reading.time,
      channel: reading.channelNo,
      field: node > 0 ? `${field} [${node}]` : field,
      value,
    })),
  );
  return (
    <div className={styles.tried}>
      <code className={styles.request}>{tried.request}</code>
      {shown && <Alert type="error" title={shown} className={styles.lines ?? ''} />}
      {found && (
        <>
          <h3>{t('gives')}</h3>
          <div className={styles.found}>
            <DataTable<Line>
              label={t('gives')}
              rowKey={(row) => row.key}
              dataSource={lines.slice(0, 100)}
              locale={{ emptyText: t('noReadings') }}
              columns={[
                { key: 'time', title: t('time'), render: (_, row) => formatTime(row.time, zone) },
                { key: 'channel', title: t('channel'), align: 'right', render: (_, row) => row.channel },
                { key: 'field', title: t('field'), render: (_, row) => row.field },
                { key: 'value', title: t('value'), align: 'right', render: (_, row) => row.value ?? '–' },
              ]}
            />
          </div>
          {tried.points.length > 0 && (
            <p>
              {t('points')}: {tried.points.map(({ name }) => name).join(', ')}
            </p>
          )}
        </>
      )}
      {tried.answer && (
        <>
          <h3>{t('answer')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long answers scroll by keyboard */}
          <pre className={styles.answer} tabIndex={0}>
            {indented(tried.answer)}
          </pre>
        </>
      )}
    </div>
  );
}
