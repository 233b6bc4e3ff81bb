import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { formatTime } from '@/ui/format/time';
import type { Report } from '../queries';

type Schemas = components['schemas'];
/** A stored request has the fields of its kind. */
type Request = Partial<
  Schemas['ReadingsExport'] &
    Omit<Schemas['SectionReportExport'], 'format' | 'structureId'> &
    Omit<Schemas['PointReportExport'], 'format'> &
    Omit<Schemas['CompareReportExport'], 'format'> &
    Omit<Schemas['DeviceResearchExport'], 'format'>
>;

/** What a file was asked for with, as names and texts. */
export function useRequestFacts(report: Report, zone: string): [string, string][] {
  const { t } = useTranslation('reports');
  const asked = report.request as Request;
  const time = (at: number | undefined) => formatTime(at ?? null, zone);
  const range = (from: number | undefined, to: number | undefined) => `${time(from)} – ${time(to)}`;
  const facts: [string, string][] = [];
  if (asked.start) facts.push([t('fact.range'), range(asked.start, asked.end)]);
  if (asked.time) facts.push([t('time'), time(asked.time)]);
  if (asked.time) facts.push([t('previous'), asked.previous ? time(asked.previous) : t('dayBefore')]);
  if (asked.times) facts.push([t('compared'), range(asked.times.first, asked.times.second)]);
  if (asked.periods) {
    facts.push([t('firstPeriod'), range(asked.periods.first.start, asked.periods.first.end)]);
    facts.push([t('secondPeriod'), range(asked.periods.second.start, asked.periods.second.end)]);
  }
  if (asked.manual) facts.push([t('fact.range'), range(asked.manual.start, asked.manual.end)]);
  switch (report.kind) {
    case 'section-deformation-report':
      facts.push([t('sections'), asked.sections?.length ? asked.sections.join(t('comma')) : t('allSections')]);
      break;
    case 'device-research':
      facts.push([t('devices'), asked.deviceIds?.length ? String(asked.deviceIds.length) : t('allDevices')]);
      break;
    case 'project-report':
    case 'hsl-settlement-report':
      break;
    default:
      facts.push([
        t('fact.points'),
        asked.measuringPointIds?.length ? String(asked.measuringPointIds.length) : t('fact.all'),
      ]);
  }
  if (report.kind === 'measuring-point-data') {
    const values = asked.valueTypes?.length ? asked.valueTypes : ['observed', 'accumulated'];
    facts.push([t('fact.values'), values.map((kind) => t(`value.${kind as 'observed'}`)).join(t('comma'))]);
    facts.push([t('fact.abnormal'), asked.includeAbnormal ? t('fact.kept') : t('fact.leftOut')]);
  }
  if (asked.knownAt) facts.push([t('fact.known'), time(asked.knownAt)]);
  return facts;
}
