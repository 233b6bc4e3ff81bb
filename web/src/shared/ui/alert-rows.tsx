import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFieldName } from '@/api/catalogue';
import type { Alert } from '@/api/types';
import { formatAgainst, formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { DataTable } from '@/shared/table/data-table';
import { asLevel } from '@/shared/theme/tokens';
import styles from './alert-rows.module.css';
import { LevelTag } from './level-tag';
import { useMedia, usePhone } from './use-media';
import { useSteadyOrder } from './use-steady-order';

interface Props {
  alerts: Alert[];
  label: string;
  /** Lists over several projects name them. */
  withProject?: boolean;
  zone?: string | undefined;
}

/** Rows on a phone, where what comes below is out of sight otherwise; the head of the panel leads to all. */
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
  const wide = useMedia('(min-width: 1600px)');
  const what = (alert: Alert) =>
    alert.type !== 'threshold'
      ? t(`deviceHealth.${alert.type}`)
      : t('alertRows.field', {
          field: fieldName(alert.measurement, alert.field),
          valueType: t(`valueType.${alert.valueType}` as 'valueType.observed'),
        });
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
            width: 84,
            render: (_, a) => <LevelTag level={asLevel(a.level)} />,
          },
          {
            key: 'where',
            title: withProject ? t('alertRows.projectPoint') : t('alertRows.point'),
            ellipsis: true,
            render: (_, a) => {
              const place = a.measuringPointName || a.deviceName;
              return withProject ? (
                <>
                  <b className={styles.place}>{place}</b>
                  <span className={styles.quiet}>·{a.projectName}</span>
                </>
              ) : (
                <b className={styles.place}>{place}</b>
              );
            },
          },
          {
            key: 'what',
            title: t('alertRows.what'),
            ellipsis: true,
            hidden: !roomy,
            render: (_, a) => <span className={styles.quiet}>{what(a)}</span>,
          },
          {
            key: 'value',
            title: t('alertRows.value'),
            align: 'right',
            width: 164,
            render: (_, a) => <AlertValue alert={a} />,
          },
          {
            key: 'opened',
            title: t('alertRows.opened'),
            align: 'right',
            width: 136,
            responsive: ['sm'],
            render: (_, a) => <span className={styles.time}>{formatTime(a.time, zone, 'list')}</span>,
          },
          {
            key: 'status',
            title: t('alertRows.status'),
            width: 92,
            hidden: !wide,
            responsive: ['sm'],
            render: (_, a) => (
              <span className={a.status === 'Pending' ? styles.place : styles.quiet}>
                {t(`alertStatus.${a.status}`)}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}

function AlertValue({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  if (alert.value === null) return t('none');
  const { value, limit, decimals, unit } = alert;
  return (
    <span className={styles.value}>
      <b>{limit === null ? formatNumber(value, decimals) : formatAgainst(value, limit, decimals)}</b>
      {limit !== null && <span className={styles.quiet}> / {formatNumber(limit, decimals)}</span>}
      <span className={styles.quiet}> {unit}</span>
    </span>
  );
}
