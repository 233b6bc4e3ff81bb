import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import { completenessQuery, type DayCompleteness, type StatScope } from '@/api/stats';
import { formatPercent } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { HoursStrip } from '@/ui/hours-strip';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from './completeness-panel.module.css';

/** A share below this is shown as a fault. */
const low = 0.9;

function HourRow({ row }: { row: DayCompleteness['list'][number] }) {
  const { t } = useTranslation('project');
  const name = useMeasurementName()(row.measurement);
  const share = formatPercent(row.share);
  return (
    <li className={styles.row}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <HoursStrip hours={row.hours} label={t('complete.row', { name, share })} />
      <span className={styles.share} data-low={row.share < low}>
        {share}
      </span>
    </li>
  );
}

interface Props {
  scope: StatScope;
  zone: string;
}

/** The share of expected readings received in the last day, hour by hour, over all points of each measurement. */
export function CompletenessPanel({ scope, zone }: Props) {
  const { t } = useTranslation('project');
  const query = useQuery(completenessQuery(scope));
  return (
    <Panel title={t('complete.title')} extra={t('complete.hint')} busy={query.isFetching && query.data !== undefined}>
      <QueryPanel
        query={query}
        rows={4}
        failure={t('complete.failed')}
        isEmpty={({ list }) => list.length === 0}
        empty={<PanelEmpty title={t('complete.none')} hint={t('complete.noneHint')} />}
      >
        {({ list, start, end }) => (
          <>
            <ul className={styles.list}>
              {list.map((row) => (
                <HourRow key={row.measurement} row={row} />
              ))}
            </ul>
            <div className={styles.axis} aria-hidden="true">
              <span>{formatTime(start, zone, 'list')}</span>
              <span>{formatTime((start + end) / 2, zone, 'clock')}</span>
              <span>{formatTime(end, zone, 'clock')}</span>
            </div>
          </>
        )}
      </QueryPanel>
    </Panel>
  );
}
