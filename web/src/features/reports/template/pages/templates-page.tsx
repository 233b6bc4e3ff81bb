import { ArrowLeftOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { PanelEmpty } from '@/ui/states';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import { Editor } from '../components/editor';
import { Placeholders } from '../components/placeholders';
import { ShippedTemplates, TemplatesTable } from '../components/templates-table';
import { UploadDialog } from '../components/upload-dialog';
import { type Draft, type ReportTemplates, useReportTemplates } from '../queries';
import styles from '../templates.module.css';

/** A project has at most as many. */
const pageSize = 100;

/** The report templates of a project, and those that come with the product to begin from. */
export default function TemplatesPage() {
  const projectId = Number(useParams().projectId);
  const navigate = useNavigate();
  const { put } = useAddress();
  const query = useReportTemplates(projectId);
  const [draft, setDraft] = useState<Draft>();
  if (draft) {
    return (
      <Editor
        projectId={projectId}
        first={draft}
        pdf={query.data?.pdf ?? []}
        onLeave={() => setDraft(undefined)}
        onStored={({ id }) => navigate(String(id))}
      />
    );
  }
  return (
    <List
      projectId={projectId}
      query={query}
      onChecked={(checked) => {
        put({ open: null });
        setDraft(checked);
      }}
    />
  );
}

interface Props {
  projectId: number;
  query: ReturnType<typeof useReportTemplates>;
  onChecked: (draft: Draft) => void;
}

function List({ projectId, query, onChecked }: Props) {
  const { t } = useTranslation(['report-templates', 'common']);
  const navigate = useNavigate();
  const zone = useZone(projectId);
  const { search, put } = useAddress();
  const mayUpload = useCan('Create:Report');
  const name = search.get('q') ?? '';
  const open = search.get('open');
  const listed = query.data && listedOf(query.data, name);
  const upload = mayUpload && (
    <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => put({ open: 'new' })}>
      {t('upload')}
    </Button>
  );
  const nothing = name ? (
    <PanelEmpty
      title={t('noneMatch')}
      action={<Button onClick={() => put({ q: null })}>{t('common:action.clearFilters')}</Button>}
    />
  ) : (
    <PanelEmpty title={t('none')} hint={t(mayUpload ? 'noneHint' : 'noneRead')} action={upload} />
  );
  return (
    <>
      <ListPage
        query={{ ...query, data: listed }}
        failure={t('failed')}
        empty={null}
        head={
          <ListRow>
            <Link to={`/projects/${projectId}/reports/project`}>
              <ArrowLeftOutlined aria-hidden /> {t('reports')}
            </Link>
            <ListSearch text={name} label={t('search')} onSearch={(q) => put({ q })} />
            <Space />
            <Button onClick={() => put({ open: 'placeholders' })}>{t('words.open')}</Button>
            {upload}
          </ListRow>
        }
        total={(count) => t('total', { count })}
        page={1}
        pageSize={pageSize}
        onPage={() => undefined}
        detail={null}
        onClose={() => undefined}
      >
        {({ found, shipped }) => (
          <>
            {found.length > 0 ? (
              <TemplatesTable list={found} zone={zone} onOpen={(id) => navigate(String(id))} />
            ) : (
              <div className={styles.none}>{nothing}</div>
            )}
            <ShippedTemplates projectId={projectId} list={shipped} />
          </>
        )}
      </ListPage>
      {open === 'new' && mayUpload && (
        <UploadDialog
          projectId={projectId}
          names={(query.data?.list ?? []).map((one) => one.name)}
          onClose={() => put({ open: null })}
          onChecked={onChecked}
        />
      )}
      {open === 'placeholders' && <Placeholders onClose={() => put({ open: null })} />}
    </>
  );
}

/** The page is never empty: it has the templates that come with the product. */
function listedOf({ list, shipped }: ReportTemplates, name: string) {
  const found = list.filter((one) => one.name.toLowerCase().includes(name.toLowerCase()));
  return { found, shipped, list: [...found, ...shipped], total: found.length };
}
