import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { client, data } from '@/api/client';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';

/** The notes about a project, newest first. */
export default function NotesPage() {
  const { t } = useTranslation('notes');
  const projectId = Number(useParams().projectId);
  const notes = useQuery({
    queryKey: ['notes', projectId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/notes', { params: { path: { projectId } }, signal })),
  });
  return (
    <Panel title={t('title')}>
      <QueryPanel
        query={notes}
        failure={t('failed')}
        isEmpty={({ list }) => list.length === 0}
        empty={<PanelEmpty title={t('none')} />}
      >
        {({ list }) => (
          <ul>
            {list.map((note) => (
              <li key={note.id}>{note.text}</li>
            ))}
          </ul>
        )}
      </QueryPanel>
    </Panel>
  );
}
