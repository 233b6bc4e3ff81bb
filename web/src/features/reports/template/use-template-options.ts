import { useTranslation } from 'react-i18next';
import { shippedIn } from './model/choice';
import { type ReportTemplate, useReportTemplates } from './queries';

/** The forms that a report can have, for a select: the product's own, those that come with it, and those of the project. */
export function useTemplateOptions(projectId: number, language: string, nameOf: (one: ReportTemplate) => string) {
  const { t } = useTranslation('project-reports');
  const { list = [], shipped = [] } = useReportTemplates(projectId).data ?? {};
  const coming = shippedIn(shipped, language).map(({ id, title, format }) => ({
    value: `shipped:${id}`,
    label: `${title}.${format}`,
  }));
  const own = list.map((one) => ({ value: `template:${one.id}`, label: nameOf(one) }));
  return [
    { value: '', label: t('templateOwn') },
    ...(coming.length > 0 ? [{ label: t('templateShipped'), options: coming }] : []),
    ...(own.length > 0 ? [{ label: t('templateProject'), options: own }] : []),
  ];
}
