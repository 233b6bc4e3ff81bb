import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { client, data } from '@/api/client';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';

/** The memos about a project, newest first. */
export default function MemosPage() {
  const { t } = useTranslation('memos');
  const projectId = Number(useParams().projectId);
  const memos = useQuery({
    queryKey: ['memos', projectId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/memos', { params: { path: { projectId } }, signal })),
  });
  return (
    <Panel title={t('title')}>
      <QueryPanel
        query={memos}
        failure={t('failed')}
        isEmpty={({ list }) => list.length === 0}
        empty={<PanelEmpty title={t('none')} />}
      >
        {({ list }) => (
          <ul>
            {list.map((memo) => (
              <li key={memo.id}>{memo.text}</li>
            ))}
          </ul>
        )}
      </QueryPanel>
    </Panel>
  );
}
