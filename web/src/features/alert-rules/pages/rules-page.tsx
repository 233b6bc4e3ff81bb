import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import { structuresQuery } from '@/api/project';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { LevelIcon } from '@/entities/alert/level-icon';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { listText } from '@/ui/format/list';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../alert-rules.module.css';
import { RuleEditor } from '../components/rule-editor';
import { conditionTexts } from '../model/condition';
import { type AlertRule, pageSize, useMembers, useRules } from '../queries';
import { useWebhooks } from '../webhooks';

/** The rules of a project: who gets messages about which alerts. */
export default function RulesPage() {
  const { t } = useTranslation(['alert-rules', 'alerts', 'common']);
  const projectId = Number(useParams().projectId ?? 0);
  const { search, put } = useAddress();
  const query = useRules(projectId);
  const mayCreate = useCan('Create:AlertRule');
  const measurementName = useMeasurementName();
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const members = useMembers(projectId).data ?? [];
  const webhooks = useWebhooks(projectId).data?.list ?? [];
  const open = search.get('open');
  const close = () => put({ open: null });
  if (open === 'new' && mayCreate)
    return <RuleEditor key="new" projectId={projectId} rule={undefined} onClose={close} />;
  const chosen = query.data?.list.find(({ id }) => String(id) === open);
  if (chosen) return <RuleEditor key={chosen.id} projectId={projectId} rule={chosen} onClose={close} />;

  const placeName = (id: number | undefined) => structures.find((one) => one.id === id)?.name ?? '';
  const scope = ({ structureId, itemId, measurements }: AlertRule) =>
    [
      structureId ? placeName(structureId) : t('wholeProject'),
      itemId ? placeName(itemId) : '',
      listText((measurements ?? []).map(measurementName)),
    ]
      .filter(Boolean)
      .join(' · ');
  const recipients = ({ accountIds, emailList, mobileList, webhookIds, duty }: AlertRule) =>
    listText([
      ...(duty ? [t('duty')] : []),
      ...(accountIds ?? []).map((id) => {
        const member = members.find(({ userId }) => userId === id);
        return member ? member.displayName || member.name : t('gone');
      }),
      ...(emailList ?? []),
      ...(mobileList ?? []),
      ...(webhookIds ?? []).map((id) => webhooks.find((one) => one.id === id)?.name ?? ''),
    ]);
  const add = (
    <Button type="primary" onClick={() => put({ open: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <ListPage
      query={query}
      failure={t('failed')}
      empty={<PanelEmpty title={t('none')} hint={t('noneHint')} action={mayCreate && add} />}
      head={
        <ListRow>
          <AlertsNav projectId={projectId} here="rules" />
          <Space />
          <Can any={['Create:AlertRule']}>{add}</Can>
        </ListRow>
      }
      total={(count) => t('total', { count })}
      page={1}
      pageSize={Math.max(pageSize, query.data?.total ?? 0)}
      onPage={() => undefined}
      detail={null}
      onClose={close}
    >
      {({ list }) => (
        <DataTable<AlertRule>
          label={t('title')}
          rowKey={(row) => row.id}
          dataSource={list}
          onOpen={(row) => put({ open: String(row.id) })}
          cards={['name', 'state']}
          columns={[
            { key: 'name', title: t('name'), render: (_, row) => row.name },
            { key: 'scope', title: t('scope'), render: (_, row) => <span className={styles.wrap}>{scope(row)}</span> },
            {
              key: 'level',
              title: t('level'),
              render: (_, row) =>
                row.types.includes('threshold') ? (
                  <span className={styles.level} title={conditionTexts(t, row).join(' · ')}>
                    <LevelIcon level={asLevel(row.level)} size={13} decorative />
                    {row.level === 4
                      ? t('only', { level: t('common:level.4') })
                      : t('andAbove', { level: t(`common:level.${row.level as 1}`) })}
                    {conditionTexts(t, row).length > 0 && (
                      <small className={styles.asks}>{t('conditions.short')}</small>
                    )}
                  </span>
                ) : (
                  '–'
                ),
            },
            {
              key: 'types',
              title: t('types'),
              render: (_, row) => listText(row.types.map((one) => t(`type.${one as 'threshold'}`))),
            },
            {
              key: 'events',
              title: t('events'),
              render: (_, row) => listText(row.events.map((one) => t(`event.${one as 'raised'}`))),
            },
            {
              key: 'recipients',
              title: t('section.recipientsShort'),
              render: (_, row) => <span className={styles.wrap}>{recipients(row)}</span>,
            },
            {
              key: 'repeat',
              title: t('repeatShort'),
              render: (_, row) =>
                listText([
                  row.repeatHours ? t('everyHours', { count: row.repeatHours }) : t('noReminders'),
                  ...(row.ladder?.length ? [t('ladder.steps', { count: row.ladder.length })] : []),
                ]),
            },
            {
              key: 'state',
              title: t('state'),
              render: (_, row) => (row.enable ? t('enabled') : <Tag>{t('disabled')}</Tag>),
            },
          ]}
        />
      )}
    </ListPage>
  );
}
