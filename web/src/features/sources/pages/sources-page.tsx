import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DevicesNav } from '@/entities/device/devices-nav';
import { Can } from '@/entities/permission/can';
import { useProject, useZone } from '@/entities/project/use-project';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import { SourceEditor } from '../components/source-editor';
import { type DataSource, pageSize, useSource, useSources } from '../queries';
import styles from '../sources.module.css';

const colors: Record<DataSource['state'], string | undefined> = {
  off: undefined,
  waiting: 'green',
  running: 'blue',
  failing: 'red',
  asks: 'orange',
};

/** Other systems from which devices of a project get readings. */
export default function SourcesPage() {
  const { t } = useTranslation(['sources', 'common']);
  const projectId = Number(useParams().projectId ?? 0);
  const corporationId = useProject(projectId).data?.corporationId;
  const zone = useZone(projectId);
  const { search, put, page, toPage } = useAddress();
  const query = useSources(projectId, page);
  const open = search.get('open');
  const chosen = useSource(projectId, Number(open) || 0);
  const close = () => put({ open: null });
  const editor = { projectId, corporationId: corporationId ?? 0, zone, onClose: close };
  if (open === 'new') return <SourceEditor key="new" {...editor} source={undefined} />;
  if (open)
    return (
      <QueryPanel query={chosen} failure={t('failed')} rows={8}>
        {(source) => <SourceEditor key={source.id} {...editor} source={source} />}
      </QueryPanel>
    );
  const when = (at: number) => (at > 0 ? formatTime(at, zone) : t('never'));
  return (
    <ListPage
      query={query}
      failure={t('failed')}
      empty={<PanelEmpty title={t('none')} hint={t('noneHint')} />}
      head={
        <ListRow>
          <DevicesNav projectId={projectId} corporationId={corporationId} here="sources" />
          <Space />
          <Can any={['Update:Device']}>
            <Button type="primary" onClick={() => put({ open: 'new' })}>
              {t('add')}
            </Button>
          </Can>
        </ListRow>
      }
      page={page}
      pageSize={pageSize}
      onPage={toPage}
      detail={null}
      onClose={close}
    >
      {({ list }) => (
        <DataTable<DataSource>
          label={t('title')}
          rowKey={(row) => row.id}
          dataSource={list}
          onOpen={(row) => put({ open: String(row.id) })}
          cards={['name', 'state']}
          columns={[
            { key: 'name', title: t('name'), render: (_, row) => row.name },
            { key: 'kind', title: t('kind'), render: (_, row) => t(`kinds.${row.kind}`) },
            {
              key: 'state',
              title: t('state'),
              render: (_, row) => <Tag color={colors[row.state]}>{t(`states.${row.state}`)}</Tag>,
            },
            { key: 'lastRun', title: t('lastRun'), render: (_, row) => when(row.lastRun) },
            { key: 'lastGood', title: t('lastGood'), render: (_, row) => when(row.lastGood) },
            {
              key: 'nextRun',
              title: t('nextRun'),
              render: (_, row) => (row.nextRun > 0 ? formatTime(row.nextRun, zone) : '–'),
            },
            {
              key: 'problem',
              title: t('problem'),
              render: (_, row) => <span className={styles.problem}>{row.problem}</span>,
            },
          ]}
        />
      )}
    </ListPage>
  );
}
