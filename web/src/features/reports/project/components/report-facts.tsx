import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { structuresQuery } from '@/api/project';
import { listText } from '@/ui/format/list';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useReportTemplates } from '../../template/queries';
import { periodText } from '../model/period-text';
import { curvesOf } from '../model/settings';
import styles from '../project-reports.module.css';
import type { ProjectReport } from '../queries';
import { useNumberText } from './use-number-text';

/** What a report is about, from what data it was made, and its file. */
export function ReportFacts({ report, zone }: { report: ProjectReport; zone: string }) {
  const { t } = useTranslation('project-reports');
  const numberText = useNumberText();
  const say = useLabel();
  const structures = useQuery(structuresQuery(report.projectId)).data?.list ?? [];
  const measurements = useQuery(measurementsQuery).data ?? [];
  const { settings, files } = report;
  const time = (at: number) => (at > 0 ? formatTime(at, zone) : '—');
  const nameOf = (id: number) => structures.find((one) => one.id === id)?.name ?? `#${id}`;
  const labelOf = (code: string) => {
    const found = measurements.find((one) => one.code === code);
    return found ? say(found.label) : code;
  };
  const facts: [string, ReactNode][] = [
    [t('column.kind'), t(`kind.${report.kind}`)],
    [t('column.number'), numberText(report)],
    [t('column.period'), periodText(report.start, report.end, zone)],
    [t('fact.structures'), settings.structureIds?.length ? listText(settings.structureIds.map(nameOf)) : t('fact.all')],
    [
      t('fact.measurements'),
      settings.measurements?.length ? listText(settings.measurements.map(labelOf)) : t('fact.all'),
    ],
    [t('fact.template'), <TemplateName key="template" report={report} />],
    ...(settings.templateId || settings.shipped
      ? []
      : ([
          [t('fact.curves'), curvesOf(report.settings) === 0 ? t('fact.noCurves') : String(curvesOf(report.settings))],
          [t('fact.paper'), `${settings.paper || 'A4'} · ${t(settings.landscape ? 'landscape' : 'portrait')}`],
        ] satisfies [string, string][])),
    [t('fact.known'), time(report.knownAt)],
    [t('fact.version'), report.version || '—'],
    [t('column.account'), `${report.account} · ${formatTime(report.createdAt, zone, 'list')}`],
    ...(report.issuedAt > 0 ? [[t('fact.issued'), time(report.issuedAt)] satisfies [string, string]] : []),
    ...files.map(
      ({ format, size }) => [t('fact.file'), `${format.toUpperCase()} · ${formatBytes(size)}`] as [string, string],
    ),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places, and a report may have two files
        <div key={i} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The form of a report: the product's own, or a template, which may have been deleted since. */
function TemplateName({ report: { projectId, language, settings } }: { report: ProjectReport }) {
  const { t } = useTranslation('project-reports');
  const { shipped, templateId = 0, templateVersion = 0 } = settings;
  const query = useReportTemplates(projectId);
  if (shipped) {
    const found = query.data?.shipped.find((one) => one.id === shipped && one.language === language);
    return found ? `${found.title}.${found.format}` : shipped;
  }
  if (templateId === 0) return t('templateOwn');
  const found = query.data?.list.find(({ id }) => id === templateId);
  const name = found ? `${found.name}.${found.format}` : t('templateDeleted');
  const text = t('templateVersion', { name, version: templateVersion });
  if (!found) return query.isPending ? '' : text;
  return <Link to={`/projects/${projectId}/reports/templates/${templateId}`}>{text}</Link>;
}
