import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];

/** A request for a file, by its kind. */
export type Asked =
  | { kind: 'measuring-point-data'; body: Schemas['ReadingsExport'] }
  | { kind: 'total-report'; body: Schemas['SummaryExport'] }
  | { kind: 'measuring-point-report'; body: Schemas['PointReportExport'] }
  | { kind: 'section-deformation-report'; body: Schemas['SectionReportExport'] }
  | { kind: 'compare-report'; body: Schemas['CompareReportExport'] }
  | { kind: 'nsbd-report'; body: Schemas['NSBDReportExport'] }
  | { kind: 'device-research'; body: Schemas['DeviceResearchExport'] };

/** The kinds that the dialog asks for. */
export const reportKinds = [
  'measuring-point-data',
  'total-report',
  'measuring-point-report',
  'section-deformation-report',
  'compare-report',
  'device-research',
  'nsbd-report',
] as const satisfies readonly Asked['kind'][];

/** The kinds that the download centre lists: others are asked for on other pages. */
export type Listed = Asked['kind'] | 'project-report' | 'hsl-settlement-report';

export const valueKinds = ['raw', 'observed', 'accumulated', 'change', 'rate'] as const;
export const sectionKinds = ['chord', 'convergence', 'offset', 'settlement'] as const;

export interface ExportForm {
  kind: Asked['kind'];
  structureId: number;
  measurement: string;
  pointIds: number[];
  sections: string[];
  sectionKinds: string[];
  deviceIds: number[];
  start: number;
  end: number;
  /** Reports and comparisons. */
  time: number;
  previous: number | null;
  compared: 'times' | 'periods';
  /** The second period. */
  start2: number;
  end2: number;
  values: string[];
  abnormal: boolean;
  knownAt: number | null;
  format: Schemas['ReadingsExport']['format'];
}

/** askedOf returns the request of a form. */
export function askedOf(projectId: number, form: ExportForm): Asked {
  const known = { projectId, ...(form.knownAt && { knownAt: form.knownAt }) };
  const points = {
    ...known,
    ...(form.pointIds.length > 0 && { measuringPointIds: form.pointIds }),
    ...(form.structureId > 0 && { structureId: form.structureId }),
    ...(form.measurement && { measurement: form.measurement }),
  };
  const range = { start: form.start, end: form.end };
  const format = form.format === 'parquet' ? 'xlsx' : form.format;
  switch (form.kind) {
    case 'total-report':
      return { kind: form.kind, body: { ...points, ...range } };
    case 'measuring-point-report':
      return {
        kind: form.kind,
        body: { ...points, time: form.time, ...(form.previous && { previous: form.previous }), format },
      };
    case 'section-deformation-report':
      return {
        kind: form.kind,
        body: {
          ...{ ...known, structureId: form.structureId, ...range, format },
          ...(form.sections.length > 0 && { sections: form.sections }),
          ...(form.sectionKinds.length > 0 && { kinds: sectionKinds.filter((one) => form.sectionKinds.includes(one)) }),
        },
      };
    case 'compare-report':
      return {
        kind: form.kind,
        body: {
          ...{ ...points, format },
          ...(form.compared === 'times'
            ? { times: { first: form.start, second: form.end } }
            : { periods: { first: range, second: { start: form.start2, end: form.end2 } } }),
        },
      };
    case 'nsbd-report':
      return { kind: form.kind, body: { ...points, time: form.time, format } };
    case 'device-research':
      return {
        kind: form.kind,
        body: { ...known, ...range, format, ...(form.deviceIds.length > 0 && { deviceIds: form.deviceIds }) },
      };
    default:
      return {
        kind: form.kind,
        body: {
          ...{ ...points, ...range, format: form.format, includeAbnormal: form.abnormal },
          valueTypes: valueKinds.filter((kind) => form.values.includes(kind)),
        },
      };
  }
}
