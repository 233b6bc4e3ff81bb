import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { useProject, useZone } from '@/shared/project/use-project';
import { ImportResult } from '../components/import-result';
import { SettleFile } from '../components/settle-file';

/** Brings a logger's file into the readings of a device: choose, settle what the file does not say, watch. */
export default function ImportPage() {
  const { t } = useTranslation('file-import');
  const { projectId, deviceId } = useParams();
  const corporationId = useProject(Number(projectId)).data?.corporationId;
  const zone = useZone(Number(projectId));
  const [search, setSearch] = useSearchParams();
  const jobId = Number(search.get('job') ?? 0);
  if (corporationId === undefined) return null;
  const target = { corporationId, deviceId: Number(deviceId) };
  if (jobId > 0) {
    return <ImportResult target={target} jobId={jobId} zone={zone} onAgain={() => setSearch({})} />;
  }
  return (
    <SettleFile
      target={target}
      back={<Link to={`/projects/${projectId}/devices`}>{t('back')}</Link>}
      onStarted={(id) => setSearch({ job: String(id) })}
    />
  );
}
