import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFieldName } from '@/api/catalog';
import type { Alert } from '@/api/types';
import { reachedText } from '@/ui/format/inequality';
import { formatNumber, unitBehind } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useLanguage } from '@/ui/i18n/use-language';
import { DataTable } from '@/ui/table/data-table';
import { useMedia, usePhone } from '@/ui/use-media';
import { useSteadyOrder } from '@/ui/use-steady-order';
import styles from './alert-rows.module.css';
import { AlertTag } from './alert-tag';

interface Props {
  alerts: Alert[];
  label: string;
  /** Lists over several projects name them. */
  withProject?: boolean;
  zone?: string | undefined;
}

/** Rows on a phone, so that the content below stays in sight; the panel's header links to all. */
const onPhone = 5;

const steady = { idOf: (alert: Alert) => alert.id };

/** Alerts as rows: level, where, what, value against threshold, since when, state. A row leads to its alert. */
export function AlertRows({ alerts, label, withProject = false, zone }: Props) {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const rows = useSteadyOrder(list, alerts, steady);
  const phone = usePhone();
  const roomy = useMedia('(min-width: 1361px)');
  // On the widest screens alerts are in the right column, which is narrower than the left one of a smaller screen.
  const wide = useMedia('(min-width: 1600px) and (max-width: 1999.98px)');
  const language = useLanguage();
  /** Names wrap to two lines where one would cut them: English names are too long for one. */
  const stacked = phone || (withProject && !wide) || (language === 'en' && !wide);
  const what = (alert: Alert): Facts => {
    if (alert.kind === 'graded') return { first: t('gradedWarning') };
    if (alert.kind !== 'threshold') return { first: t(`deviceHealth.${alert.kind}`) };
    const field = fieldName(alert.measurement, alert.field);
    const valueType = t(`valueType.${alert.valueType}` as 'valueType.observed');
    return { first: field, second: valueType, whole: t('alertRows.field', { field, valueType }) };
  };
  return (
    <div ref={list}>
      <DataTable<Alert>
        label={label}
        rowKey={(alert) => alert.id}
        dataSource={phone ? rows.slice(0, onPhone) : rows}
        onOpen={(alert) => void navigate(`/projects/${alert.projectId}/alerts?alert=${alert.id}`)}
        columns={[
          {
            key: 'level',
            title: t('alertRows.level'),
            width: 90,
            render: (_, a) => <AlertTag alert={a} />,
          },
          {
            key: 'where',
            title: withProject ? t('alertRows.projectPoint') : t('alertRows.point'),
            ellipsis: true,
            // Without the project the point name is short, so the remaining width goes to what is watched.
            ...(withProject || phone ? {} : { width: 110 }),
            render: (_, a) => {
              const place = a.measuringPointName || a.deviceName;
              const second = withProject ? a.projectName : phone ? (what(a).whole ?? what(a).first) : '';
              return <Words strong stacked={stacked} facts={{ first: place, second }} />;
            },
          },
          {
            key: 'what',
            title: t('alertRows.what'),
            ellipsis: true,
            hidden: !roomy,
            ...(language === 'en' && withProject ? { width: 166 } : {}),
            render: (_, a) => <Words stacked={stacked} facts={what(a)} />,
          },
          {
            key: 'value',
            title: t('alertRows.value'),
            align: 'right',
            width: 156,
            render: (_, a) => (
              <>
                <AlertValue alert={a} />
                {phone && <span className={styles.second}>{formatTime(a.time, zone, 'list')}</span>}
              </>
            ),
          },
          {
            key: 'opened',
            title: t(stacked ? 'alertRows.openedStatus' : 'alertRows.opened'),
            align: 'right',
            width: stacked ? 122 : 136,
            responsive: ['sm'],
            render: (_, a) => (
              <>
                <span className={stacked ? styles.small : styles.time}>{formatTime(a.time, zone, 'list')}</span>
                {stacked && <AlertStatus alert={a} second />}
              </>
            ),
          },
          {
            key: 'status',
            title: t('alertRows.status'),
            width: 84,
            hidden: stacked,
            responsive: ['sm'],
            render: (_, a) => <AlertStatus alert={a} />,
          },
        ]}
      />
    </div>
  );
}

function AlertStatus({ alert, second = false }: { alert: Alert; second?: boolean }) {
  const { t } = useTranslation();
  const look = alert.status === 'Pending' ? styles.place : styles.quiet;
  return <span className={`${look} ${second ? styles.second : ''}`}>{t(`alertStatus.${alert.status}`)}</span>;
}

interface Facts {
  first: string;
  second?: string;
  /** Level and state on one line, where a dot alone would not separate them. */
  whole?: string;
}

/** Two facts on one line, or one above the other; the tooltip has truncated text in full. */
function Words({ facts, stacked, strong = false }: { facts: Facts; stacked: boolean; strong?: boolean }) {
  const { first, second } = facts;
  const whole = facts.whole ?? (second ? `${first}·${second}` : first);
  const head = strong ? styles.place : styles.quiet;
  if (!stacked && !strong)
    return (
      <span className={styles.quiet} title={whole}>
        {whole}
      </span>
    );
  return (
    <span title={whole}>
      <span className={head}>{first}</span>
      {second && <span className={stacked ? styles.second : styles.quiet}>{stacked ? second : `·${second}`}</span>}
    </span>
  );
}

function AlertValue({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  if (alert.value === null) return t('none');
  const { value, limit, decimals, unit } = alert;
  const side = alert.type === 'threshold' ? alert.side : 'lower';
  const reached = limit === null ? undefined : reachedText({ value: alert.value, limit, side, decimals });
  return (
    <span className={styles.value}>
      <b>{reached ? reached.left : formatNumber(value, decimals)}</b>
      {reached && <span className={styles.quiet}>{` ${reached.sign} ${reached.right}`}</span>}
      <span className={styles.quiet}>{unitBehind(unit)}</span>
    </span>
  );
}
