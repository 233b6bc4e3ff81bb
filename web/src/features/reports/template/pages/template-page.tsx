import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { QueryPanel } from '@/ui/states';
import { Editor } from '../components/editor';
import { useReportTemplate, useReportTemplates } from '../queries';

/** A report template with its cells and placeholders, and a trial of it. */
export default function TemplatePage() {
  const { t } = useTranslation('report-templates');
  const navigate = useNavigate();
  const projectId = Number(useParams().projectId);
  const id = Number(useParams().reportTemplateId);
  const query = useReportTemplate(projectId, id);
  const pdf = useReportTemplates(projectId).data?.pdf;
  const leave = () => navigate(`/projects/${projectId}/reports/templates`, { replace: true });
  return (
    <QueryPanel query={{ ...query, data: pdf && query.data }} failure={t('oneFailed')} rows={12}>
      {(template) => (
        <Editor key={template.id} projectId={projectId} stored={template} pdf={pdf ?? []} onLeave={leave} />
      )}
    </QueryPanel>
  );
}
