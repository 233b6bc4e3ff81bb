import { CheckOutlined, ClockCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { AgeText } from '@/entities/live/age-text';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import type { DrillProof, DrillThing } from '../drill-queries';
import styles from '../drills.module.css';

interface Row extends DrillThing {
  kind: 'rule' | 'channel' | 'person';
}

const icons = { proven: CheckOutlined, old: ClockCircleOutlined, never: WarningOutlined };

/** When each rule, channel and recipient last proved that it works; what is not proven comes first within its kind. */
export function ProofTable({ proof, zone }: { proof: DrillProof; zone: string }) {
  const { t } = useTranslation(['drills', 'alert-rules', 'alerts']);
  const order = ['never', 'old', 'proven'];
  const of = (kind: Row['kind'], list: DrillThing[]) =>
    list.map((one) => ({ ...one, kind })).sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const rows = [...of('rule', proof.rules), ...of('channel', proof.channels), ...of('person', proof.people)];
  const nameOf = (row: Row) => {
    const channel = row.channel && t(`alerts:message.channel.${row.channel}`);
    return [channel, row.name].filter(Boolean).join(' · ');
  };
  const why = (row: Row) => {
    if (row.reason) return t('unreachable', { reason: t(`alert-rules:messages.reason.${row.reason}`) });
    if (row.kind === 'rule' && !row.people) return t('acceptedOnly');
    if (row.state === 'old') return t('oldHint', { count: proof.warnDays });
    if (row.state === 'never' && row.acceptedAt > 0) return t('waitsForPerson');
    return row.state === 'never' ? t('neverHint') : '';
  };
  return (
    <DataTable<Row>
      label={t('proof')}
      rowKey={(row) => `${row.kind} ${row.id} ${row.channel} ${row.name}`}
      dataSource={rows}
      pagination={false}
      cards={['what', 'state']}
      columns={[
        { key: 'kind', title: t('what'), width: 90, render: (_, row) => t(`kind.${row.kind}`) },
        {
          key: 'what',
          title: t('name'),
          render: (_, row) => <span className={styles.name}>{nameOf(row)}</span>,
        },
        {
          key: 'proven',
          title: t('provenAt'),
          width: 210,
          render: (_, row) =>
            row.provenAt > 0 ? (
              <>
                {formatTime(row.provenAt, zone, 'list')}
                <small className={styles.under}>
                  <AgeText time={row.provenAt} zone={zone} />
                </small>
              </>
            ) : (
              '–'
            ),
        },
        {
          key: 'accepted',
          title: t('acceptedAt'),
          width: 160,
          render: (_, row) => (row.acceptedAt > 0 ? formatTime(row.acceptedAt, zone, 'list') : '–'),
        },
        {
          key: 'state',
          title: t('state'),
          render: (_, row) => {
            const Icon = icons[row.state];
            return (
              <>
                <span className={styles.state} data-state={row.state}>
                  <Icon aria-hidden /> {t(`states.${row.state}`)}
                </span>
                {why(row) && <small className={styles.under}>{why(row)}</small>}
              </>
            );
          },
        },
      ]}
    />
  );
}
