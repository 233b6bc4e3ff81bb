import { ArrowLeftOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useZone } from '@/entities/project/use-project';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { ChangesCard } from '../components/changes-card';
import { usePdfPages } from '../components/pdf-pages';
import { ReportActions, useSteps } from '../components/report-actions';
import { ReportFacts } from '../components/report-facts';
import { ReportState } from '../components/report-state';
import { Signing } from '../components/signing';
import { VerifyCard } from '../components/verify-card';
import { underWay } from '../model/steps';
import { pdfOf } from '../model/verify';
import styles from '../project-reports.module.css';
import { inlineAddress, type ProjectReport, useProjectReport } from '../queries';

/** A report with its signatures and pages; the code on the printed pages opens it. */
export default function ProjectReportPage() {
  const { t } = useTranslation('project-reports');
  const { projectId, projectReportId } = useParams();
  const query = useProjectReport(Number(projectId), Number(projectReportId));
  return (
    <QueryPanel query={query} failure={t('oneFailed')} rows={12}>
      {(report) => <Report key={report.id} report={report} />}
    </QueryPanel>
  );
}

function Report({ report }: { report: ProjectReport }) {
  const { t } = useTranslation('project-reports');
  const zone = useZone(report.projectId);
  const steps = useSteps(report);
  const list = `/projects/${report.projectId}/reports/project`;
  const pdf = pdfOf(report);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <Panel
          title={t('one')}
          extra={
            <Link to={list}>
              <ArrowLeftOutlined aria-hidden /> {t('all')}
            </Link>
          }
        >
          <article className={styles.detail}>
            <h2>{report.title}</h2>
            <ReportState report={report} brief />
            <Chain report={report} list={list} />
            <ReportActions report={report} />
            <Signing report={report} zone={zone} />
            <ReportFacts report={report} zone={zone} />
          </article>
        </Panel>
        {steps.read && report.status === 'issued' && <ChangesCard report={report} zone={zone} revise={steps.revise} />}
        {steps.read && pdf && !underWay(report) && <VerifyCard report={report} />}
      </div>
      {steps.read && report.status !== 'making' && pdf ? (
        <Preview report={report} sha256={pdf.sha256} />
      ) : (
        <Panel title={t('preview.title')}>
          <PanelEmpty {...reasonFor(report, steps.read, t)} />
        </Panel>
      )}
    </div>
  );
}

/** The pages of a report. */
function Preview({ report, sha256 }: { report: ProjectReport; sha256: string }) {
  const { t } = useTranslation('project-reports');
  const frame = useRef<HTMLDivElement>(null);
  const { tools, pages } = usePdfPages({ sha256, address: () => inlineAddress(report.projectId, report.id) }, frame);
  return (
    <Panel fill title={t('preview.title')} extra={tools}>
      <div ref={frame} className={styles.frame}>
        {pages}
      </div>
    </Panel>
  );
}

/** Why there are no pages to show. */
function reasonFor(report: ProjectReport, read: boolean, t: ReturnType<typeof useTranslation<'project-reports'>>['t']) {
  if (report.status === 'making') return { title: t('preview.making'), hint: t('preview.makingHint') };
  if (report.status === 'failed') return { title: t('preview.none'), hint: report.reason };
  if (read) return { title: t('preview.noPdf'), hint: t('preview.noPdfHint') };
  return { title: t('preview.noData') };
}

/** What was said about a report: that it was returned, that it takes the place of another, or that another one does. */
function Chain({ report, list }: { report: ProjectReport; list: string }) {
  const { t } = useTranslation('project-reports');
  const { revisedBy, revises, revised, remark, status } = report;
  return (
    <>
      {revisedBy > 0 && (
        <p className={styles.superseded} role="status">
          {t('supersededHint')} <Link to={`${list}/${revisedBy}`}>{t('newer')}</Link>
        </p>
      )}
      {revises > 0 && (
        <p className={styles.note}>
          {t('revises', { reason: revised })} <Link to={`${list}/${revises}`}>{t('older')}</Link>
        </p>
      )}
      {remark && (status === 'draft' || status === 'making') && (
        <p className={styles.superseded} role="status">
          {t('returnedFor', { remark })}
        </p>
      )}
    </>
  );
}
