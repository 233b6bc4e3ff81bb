import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ActionOutcome } from '@/entities/field-action/action-outcome';
import { actionsPerPage, type FieldAction, useFieldActions } from '@/entities/field-action/queries';
import { useSentText } from '@/entities/field-action/use-sent-text';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import styles from '../field-actions.module.css';
import type { FieldRule } from '../queries';

const states: readonly FieldAction['state'][] = [
  ...(['pending', 'claimed', 'ordered', 'answered', 'failed', 'unknown', 'joined', 'kept', 'left'] as const),
];

/** What devices of a project did because of alerts, and because people asked for it, newest first. */
export function ActionLog({
  projectId,
  zone,
  rules,
}: {
  projectId: number;
  zone: string;
  rules: readonly FieldRule[];
}) {
  const { t } = useTranslation(['field-actions', 'common']);
  const { search, put, page, toPage } = useAddress();
  const state = states.find((one) => one === search.get('state')) ?? '';
  const ruleId = Number(search.get('rule') ?? 0) || 0;
  const query = useFieldActions(projectId, { ruleId, state, page });
  const sent = useSentText(projectId, query.data?.list ?? []);
  const seesAlerts = useCan('View:Alert');
  const seesDevices = useCan('View:Device');
  const filtered = state !== '' || ruleId > 0;
  const known = rules.some(({ id }) => id === ruleId);
  return (
    <>
      <div className={styles.log}>
        <h2>{t('log.title')}</h2>
        <Select<number>
          className={styles.choice ?? ''}
          aria-label={t('rule')}
          value={ruleId}
          options={[
            { value: 0, label: t('log.allRules') },
            ...rules.map(({ id, name }) => ({ value: id, label: name })),
            ...(ruleId > 0 && !known ? [{ value: ruleId, label: `#${ruleId}` }] : []),
          ]}
          onChange={(value) => put({ rule: value ? String(value) : null, page: null })}
        />
        <Select<FieldAction['state'] | ''>
          className={styles.choice ?? ''}
          aria-label={t('outcome')}
          value={state}
          options={[
            { value: '', label: t('log.allStates') },
            ...states.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
          onChange={(value) => put({ state: value || null, page: null })}
        />
      </div>
      <QueryPanel
        query={query}
        failure={t('log.failed')}
        rows={4}
        isEmpty={({ list }) => list.length === 0}
        empty={
          filtered ? (
            <PanelEmpty
              title={t('log.noneMatch')}
              action={
                <Button onClick={() => put({ rule: null, state: null, page: null })}>
                  {t('common:action.clearFilters')}
                </Button>
              }
            />
          ) : (
            <PanelEmpty title={t('log.none')} hint={t('log.noneHint')} />
          )
        }
      >
        {({ list, total }) => (
          <DataTable<FieldAction>
            label={t('log.title')}
            rowKey={({ id }) => id}
            dataSource={list}
            pagination={total > actionsPerPage && { current: page, pageSize: actionsPerPage, total, onChange: toPage }}
            cards={['device', 'outcome']}
            columns={[
              {
                key: 'time',
                title: t('time'),
                width: 150,
                render: (_, row) => formatTime(row.createdAt, zone, 'list'),
              },
              {
                key: 'device',
                title: t('common:entity.device'),
                render: (_, row) =>
                  seesDevices && row.deviceName ? (
                    <Link className={styles.wrap} to={`/projects/${projectId}/devices?device=${row.deviceId}`}>
                      {row.deviceName}
                    </Link>
                  ) : (
                    row.deviceName || t('deleted')
                  ),
              },
              {
                key: 'sent',
                title: t('sent'),
                render: (_, row) => (
                  <>
                    {t(`turn.${row.turn}`)}
                    <small className={styles.under}>{sent(row)}</small>
                  </>
                ),
              },
              {
                key: 'why',
                title: t('because'),
                render: (_, row) => (
                  <>
                    {row.alertId > 0 && seesAlerts ? (
                      <Link to={`/projects/${projectId}/alerts/${row.alertId}`}>{t(`why.${row.why}`)}</Link>
                    ) : (
                      t(`why.${row.why}`)
                    )}
                    {row.accountName && <small className={styles.under}>{row.accountName}</small>}
                  </>
                ),
              },
              {
                key: 'rule',
                title: t('asker'),
                render: (_, row) => <span className={styles.wrap}>{row.fieldRuleName}</span>,
              },
              {
                key: 'outcome',
                title: t('outcome'),
                render: (_, row) => <ActionOutcome action={row} zone={zone} />,
              },
            ]}
          />
        )}
      </QueryPanel>
    </>
  );
}
