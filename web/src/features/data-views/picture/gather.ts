import type { components } from '@/api/schema.gen';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { Threshold } from '@/entities/chart/threshold-lines';
import type { Language } from '@/ui/i18n/languages';
import { pointState, seriesAnswer, thresholdOfApi, wholeReading } from '../model/adapt';
import { mostReported, type Report } from '../model/report';
import type { SectionKind } from '../model/section';
import type { FieldInfo, PageSlug, PointState, ReadingRow, SeriesAnswer, ValueType } from '../model/types';
import { type Aspect, type Version, versionAt } from '../model/version';
import type { ViewState } from '../model/view-state';

type Schemas = components['schemas'];

/** Calls the server; returns null if the caller may not see the result. */
export type Ask = <T>(method: 'GET' | 'POST', path: string, body?: object) => T | null;

/** The parameters of a picture. */
export interface PictureRequest {
  view: PageSlug;
  point: number;
  structure: number;
  project: number;
  /** The item of the point, or its structure: where to look it up. */
  place: number;
  zone: string;
  start: number;
  end: number;
  language: Language;
  theme: 'dark' | 'light';
  width: number;
  height: number;
}

/** untouched is a view as it opens: nothing chosen but the range. */
export function untouched({ start, end }: PictureRequest): ViewState {
  return {
    range: { from: start, to: end },
    type: null,
    fields: [],
    nodes: [],
    right: null,
    times: [],
    mode: null,
    segment: false,
    direction: null,
    end: null,
    base: null,
    previous: null,
    points: [],
    weather: '',
    work: '',
    scale: null,
    smooth: null,
    view: null,
    window: null,
    at: null,
    known: null,
    table: false,
    hidden: [],
    page: 1,
  };
}

/** What every view knows of its point. */
export interface Known {
  point: PointState;
  fields: readonly FieldInfo[];
  configs: ChartConfigs;
}

/** The catalog changes only with the program. */
let measurements: Schemas['CatalogueMeasurement'][] | undefined;

/** Gathers what views draw, with the calls that their screens make. */
export class Gatherer {
  /** A label in the language of the picture. */
  readonly say: (label: Schemas['CatalogueLabel']) => string;

  constructor(
    private readonly request: PictureRequest,
    private readonly call: Ask,
  ) {
    this.say = (label) => label[request.language] || label.zh;
  }

  private need<T>(method: 'GET' | 'POST', path: string, body?: object): T {
    const found = this.call<T>(method, path, body);
    if (found === null) throw new Error(`${path} returned nothing`);
    return found;
  }

  private get path(): string {
    return `/api/structures/${this.request.structure}/measuring-points/${this.request.point}`;
  }

  known(slug: string): Known {
    const { project, point: id, place } = this.request;
    measurements ??= this.need<{ list: Schemas['CatalogueMeasurement'][] }>('GET', '/api/constants/measurements').list;
    const overview = this.need<Schemas['Overview']>('POST', '/api/monitor/overview', {
      projectId: project,
      structureId: place,
    });
    const row = overview.list.find((one) => one.measuringPointId === id);
    if (!row) throw new Error(`the overview lacks point ${id}`);
    const computed = this.call<{ list: { fields: Schemas['CatalogueAttribute'][] }[] }>(
      'GET',
      `/api/projects/${project}/device-fields?measuringPointId=${id}`,
    )?.list.flatMap((one) => one.fields);
    const attributes = computed?.length
      ? computed
      : (measurements.find((one) => one.code === row.measurement)?.fields ?? []);
    const settings = this.call<{ list: { chart: string; configs: ChartConfigs }[]; base: ChartConfigs }>(
      'GET',
      `${this.path}/chart-config`,
    );
    return {
      point: pointState(row, { measurements }, this.say),
      fields: attributes
        .filter((one) => one.name !== 'depth')
        .map(({ name, label, unit, decimals, valueTypes }) => ({
          name,
          label: this.say(label) || name,
          unit,
          decimals,
          valueTypes,
        })),
      configs: settings?.list.find((one) => one.chart === slug)?.configs ?? settings?.base ?? {},
    };
  }

  series(
    fields: string[],
    nodes: number[],
    valueType: ValueType | 'raw',
    includeAbnormal: boolean,
    maxPoints = 0,
  ): SeriesAnswer {
    const { point, start, end } = this.request;
    return seriesAnswer(
      this.need<Schemas['Chart']>('POST', '/api/monitor/query', {
        measuringPointId: point,
        fields,
        nodes,
        valueType,
        includeAbnormal,
        maxPoints,
        start,
        end,
      }),
      this.say,
    );
  }

  /** The notes on points that touch the range. */
  notes(points: readonly number[]): Schemas['PointNote'][] {
    const { project, start, end } = this.request;
    const query = `measuringPointIds=${points.join(',')}&start=${start}&end=${end}`;
    return this.need<Schemas['PointNoteList']>('GET', `/api/projects/${project}/notes?${query}`).list;
  }

  /** The corrections of the point; none for those who may not see them. */
  corrections(): Schemas['Correction'][] {
    return this.call<{ list: Schemas['Correction'][] }>('GET', `${this.path}/corrections`)?.list ?? [];
  }

  times(): number[] {
    const { point, start, end } = this.request;
    return this.need<Schemas['TimeList']>('POST', '/api/monitor/time-list', { measuringPointId: point, start, end })
      .times;
  }

  reading(
    time: number,
    valueTypes: readonly (ValueType | 'raw')[] = ['accumulated', 'observed'],
    fields: readonly string[] = [],
  ): ReadingRow | null {
    return wholeReading(
      this.need<Schemas['Table']>('POST', '/api/monitor/pagination', {
        measuringPointId: this.request.point,
        valueTypes,
        fields,
        includeAbnormal: true,
        start: time,
        end: time,
        page: 1,
        pageSize: 1,
      }),
    );
  }

  /** Points of the same measurement at the place of the point: those that a report lists. */
  private siblings(): number[] {
    const { project, point: id, place } = this.request;
    const { list } = this.need<Schemas['Overview']>('POST', '/api/monitor/overview', {
      projectId: project,
      structureId: place,
    });
    const own = list.find((one) => one.measuringPointId === id);
    return list
      .filter((one) => one.measurement === own?.measurement && one.itemId === own.itemId)
      .map((one) => one.measuringPointId);
  }

  /** The report at the end of the range: of the point, or of all points of its item. */
  report(ofItem: boolean, fields: string[]): Report {
    return this.reportOf(ofItem ? this.siblings().slice(0, mostReported) : [this.request.point], fields);
  }

  /** The report of points at the end of the range. */
  reportOf(measuringPointIds: readonly number[], fields: string[]): Report {
    const body = { measuringPointIds, time: this.request.end, fields };
    return this.need<Report>('POST', '/api/monitor/report-preview', body);
  }

  windRose(range: { start: number; end: number }): Schemas['WindRose'] {
    return this.need('POST', '/api/monitor/wind-rose', { measuringPointId: this.request.point, ...range });
  }

  levelLine(part: { times: number[] } | { pageSize: number }): Schemas['LevelLine'] {
    const { point, start, end } = this.request;
    return this.need('POST', '/api/monitor/level-line', { measuringPointId: point, start, end, ...part });
  }

  master(fields: readonly string[], valueType: ValueType): Schemas['Master'] {
    const { point, start, end } = this.request;
    const body = { masterId: point, fields, valueType, includeAbnormal: true, start, end };
    return this.need('POST', '/api/monitor/master', body);
  }

  /** The sections of the structure, with the charts of the one that the point is in. */
  section(kind: SectionKind, valueType: ValueType, times: readonly number[]): Schemas['Section'] {
    const { point: measuringPointId, structure: structureId, start, end } = this.request;
    const body = { structureId, measuringPointId, kind, valueType, includeAbnormal: true, start, end, times };
    return this.need('POST', '/api/monitor/section', body);
  }

  /** The surveys of a casing, oldest first. */
  surveys(): Schemas['Survey'][] {
    const { point, start, end } = this.request;
    const body = { measuringPointId: point, start, end };
    return this.need<{ list: Schemas['Survey'][] }>('POST', '/api/monitor/rdm', body).list;
  }

  /** The surveys of a pipe, oldest first. */
  pipes(): Schemas['PipeSurvey'][] {
    const { point, start, end } = this.request;
    const body = { measuringPointId: point, start, end };
    return this.need<{ list: Schemas['PipeSurvey'][] }>('POST', '/api/monitor/pam', body).list;
  }

  /** The last manual run in the range against the point. */
  manualCompare(manualId: number, field: 'x' | 'y'): Schemas['ManualCompare'] {
    const { point, start, end } = this.request;
    const body = { measuringPointId: point, manualId, field, start, end };
    return this.need('POST', '/api/monitor/artificial-compare', body);
  }

  /** The points of the structure or item. */
  points(): PointState[] {
    const { project, place } = this.request;
    const body = { projectId: project, structureId: place };
    const { list } = this.need<Schemas['Overview']>('POST', '/api/monitor/overview', body);
    return list.map((row) => pointState(row, { measurements: measurements ?? [] }, this.say));
  }

  /** The initial value in force at a time of a field of a node. */
  initial(field: string, node: number, time: number): number | null {
    const body = { measuringPointId: this.request.point, field, node, time, valueType: 'accumulated' };
    return this.need<Schemas['Explanation']>('POST', '/api/monitor/explain', body).initial;
  }

  thresholds(): Threshold[] {
    const found = this.call<{ list: Schemas['AlarmThreshold'][] }>('GET', `${this.path}/thresholds`);
    return (found?.list ?? []).map(thresholdOfApi);
  }

  /** The version of an aspect of the point's configuration that is in force at a time. */
  version<T>(aspect: Aspect, at: number): T | undefined {
    const found = this.call<{ list: Version[] }>('GET', `${this.path}/versions?aspect=${aspect}`);
    return versionAt<T>(found?.list ?? [], aspect, at);
  }

  engineering(at: number): Schemas['PointEngineering'] | undefined {
    return this.call<{ value: Schemas['PointEngineering'] }>('GET', `${this.path}/engineering-config?at=${at}`)?.value;
  }
}
