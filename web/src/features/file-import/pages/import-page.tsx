import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { useProject, useZone } from '@/entities/project/use-project';
import { useUnsaved } from '@/ui/form/unsaved';
import { ImportResult } from '../components/import-result';
import { LayOutFile } from '../components/lay-out-file';
import { useDraft } from '../model/draft';

/** Imports a logger's file as readings of a device: choose, lay out, see the outcome of every row. */
export default function ImportPage() {
  const { projectId, deviceId } = useParams();
  const corporationId = useProject(Number(projectId)).data?.corporationId;
  if (corporationId === undefined) return null;
  return <Import corporationId={corporationId} projectId={Number(projectId)} deviceId={Number(deviceId)} />;
}

function Import({
  corporationId,
  projectId,
  deviceId,
}: {
  corporationId: number;
  projectId: number;
  deviceId: number;
}) {
  const { t } = useTranslation('file-import');
  const zone = useZone(projectId);
  const [search, setSearch] = useSearchParams();
  const jobId = Number(search.get('job') ?? 0);
  const fileId = Number(search.get('file') ?? 0);
  const target = { corporationId, deviceId };
  // The layout outlives the result, so that one can go back and change it.
  const draft = useDraft(target, fileId);
  // A layout made by hand is unsaved work until the import starts.
  useUnsaved(draft.changed && jobId === 0, ['file']);
  if (jobId > 0) {
    return (
      <ImportResult
        key={jobId}
        target={target}
        projectId={projectId}
        jobId={jobId}
        zone={zone}
        onBack={fileId > 0 ? () => setSearch({ file: String(fileId) }) : undefined}
        onAgain={() => setSearch({})}
      />
    );
  }
  return (
    <LayOutFile
      target={target}
      draft={draft}
      fileId={fileId}
      back={<Link to={`/projects/${projectId}/devices`}>{t('back')}</Link>}
      onFile={(id) => setSearch({ file: String(id) })}
      onStarted={(id) => setSearch({ file: String(fileId), job: String(id) })}
    />
  );
}
