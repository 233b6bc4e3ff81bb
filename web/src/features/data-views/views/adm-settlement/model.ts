import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ChartContext } from '@/entities/chart/chart-words';
import { type LineStep, lineProfile } from '@/entities/chart/line-profile';
import { withPalette } from '@/entities/chart/palette';
import { against, type ProfileNode, sameNode } from '@/entities/chart/profile-nodes';
import type { ProfileCurve } from '@/entities/chart/profile-plot';
import { levelOf, shareOfRed, type Threshold } from '@/entities/chart/threshold-lines';
import { asLevel } from '@/ui/theme/tokens';
import { typesFrom } from '../../model/main-value';
import { unitOf } from '../../model/process-model';
import { showsThresholds, type ViewTexts } from '../../model/process-picture';
import { type NodeLine, nodesOf, thresholdOf } from '../../model/profile-rows';
import type { FieldInfo, PointState, ReadingRow, ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** The end of a horizontal array that is taken as known (formulas.md section 12). */
export const boundaries = ['near', 'far', 'both'] as const;
export type Boundary = (typeof boundaries)[number];

const isBoundary = (text: string | null | undefined): text is Boundary =>
  (boundaries as readonly unknown[]).includes(text);

/** storedBoundary is the end that the configuration names; the server takes the near one without a name. */
export function storedBoundary(fixedEnd: string | undefined): Boundary {
  if (fixedEnd === 'far' || fixedEnd === 'bottom') return 'far';
  return fixedEnd === 'both' ? 'both' : 'near';
}

/** Settlements of the ends by levelling since the initial value, mm. */
export interface Survey {
  near: number;
  far: number;
}

/** surveyOf returns the surveyed settlements in a formula's parameters; null if neither end was surveyed. */
export function surveyOf(rules: readonly { sysFormula?: string; params?: Record<string, number> }[]): Survey | null {
  const params = rules.find((one) => one.sysFormula === 'ARRAY_HORIZONTAL')?.params;
  const { S0, SN } = params ?? {};
  return S0 === undefined && SN === undefined ? null : { near: S0 ?? 0, far: SN ?? 0 };
}

const minus = (a: number | null | undefined, b: number | null | undefined) =>
  a === null || a === undefined || b === null || b === undefined ? null : a - b;

/** shares returns the place of each node as a share of the length. */
function shares(nodes: readonly ProfileNode[]): number[] {
  const from = nodes[0]?.depth ?? 0;
  const length = (nodes.at(-1)?.depth ?? 0) - from || 1;
  return nodes.map((node) => (node.depth - from) / length);
}

/**
 * tilted returns what the tilt alone says, relative to the near end, from values of a stored boundary. Values of two
 * known ends need `rise`: how much the far end moved by the tilt, mm.
 */
export function tilted(
  nodes: readonly ProfileNode[],
  stored: Boundary,
  survey: Survey,
  rise: number | null,
): ProfileNode[] {
  const share = shares(nodes);
  return nodes.map((node, k) => {
    if (stored !== 'both') return { ...node, value: minus(node.value, nodes[0]?.value) };
    const turned = rise === null ? null : survey.near + (survey.far - survey.near - rise) * (share[k] ?? 0);
    return { ...node, value: minus(node.value, turned) };
  });
}

/** bounded sets what the tilt says on the known ends. */
export function bounded(nodes: readonly ProfileNode[], boundary: Boundary, survey: Survey): ProfileNode[] {
  const far = nodes.at(-1)?.value ?? null;
  const share = shares(nodes);
  return nodes.map((node, k) => {
    if (node.value === null) return node;
    if (boundary === 'near') return { ...node, value: node.value + survey.near };
    if (far === null) return { ...node, value: null };
    if (boundary === 'far') return { ...node, value: node.value - far + survey.far };
    return { ...node, value: node.value + survey.near + (survey.far - survey.near - far) * (share[k] ?? 0) };
  });
}

/** alongSegments returns the difference of each node to the one before it; the first node has none. */
export function alongSegments(nodes: readonly ProfileNode[]): ProfileNode[] {
  return nodes.map((node, k) => ({ ...node, value: k === 0 ? null : minus(node.value, nodes[k - 1]?.value) }));
}

/** slopes returns the differential settlement between neighbors: mm per m, which is ‰. */
export function slopes(nodes: readonly ProfileNode[]): LineStep[] {
  return nodes.slice(1).map((node, k) => {
    const before = nodes[k] as ProfileNode;
    const difference = minus(node.value, before.value);
    const length = node.depth - before.depth;
    const value = difference === null || length <= 0 ? null : difference / length;
    return { from: before.depth, to: node.depth, value };
  });
}

/** Meters of a chainage such as K0+120 or DK12+345.6; null if the text is none. */
export function chainageStart(text: string | undefined): { prefix: string; meters: number } | null {
  const parts = /^\s*([A-Za-z]*)(\d+)\+(\d+(?:\.\d+)?)\s*$/.exec(text ?? '');
  return parts ? { prefix: parts[1] ?? '', meters: Number(parts[2]) * 1000 + Number(parts[3]) } : null;
}

/** chainageText writes a chainage: K0+132.5. */
export function chainageText(start: { prefix: string; meters: number }, place: number): string {
  const meters = Math.round((start.meters + place) * 100) / 100;
  const thousands = Math.floor(meters / 1000);
  const [whole = '', fraction] = String(Math.round((meters - thousands * 1000) * 100) / 100).split('.');
  return `${start.prefix}${thousands}+${whole.padStart(3, '0')}${fraction ? `.${fraction}` : ''}`;
}

export interface LineLook {
  field: FieldInfo;
  type: ValueType;
  types: ValueType[];
  segment: boolean;
  /** The boundary to show; null: as stored. */
  boundary: Boundary | null;
}

const lineFields = ['settlement', 'deflection'];

/** lineLook returns what the settlement of a line shows. A boundary is a matter of accumulated changes only. */
export function lineLook(
  point: Pick<PointState, 'field' | 'main' | 'noInitial'>,
  fields: readonly FieldInfo[],
  state: Pick<ViewState, 'type' | 'mode' | 'end'>,
): LineLook | null {
  const field = fields.find(({ name }) => lineFields.includes(name)) ?? point.field ?? fields[0];
  if (!field) return null;
  const changes = !point.noInitial;
  const types = typesFrom(point.noInitial ? 'observed' : point.main, { changes, rates: changes });
  const type = types.find((one) => one === state.type) ?? types[0] ?? 'observed';
  const boundary = type === 'accumulated' && isBoundary(state.end) ? state.end : null;
  return { field, type, types, segment: state.mode === 'segment', boundary };
}

/** wantedFields are the fields to load: that of the line, and the temperature if there is one. */
export const wantedFields = (look: LineLook | null, fields: readonly FieldInfo[]): string[] =>
  fields.map((one) => one.name).filter((name) => name === look?.field.name || name === 'temp');

/** What turns the values of a reading into the values shown. */
export interface LineReference {
  base: ReadingRow | null;
  boundary: Boundary | null;
  stored: Boundary;
  survey: Survey | null;
  /** Movement of the far end by the tilt at the time of a reading; null if unknown. */
  rise: (time: number) => number | null;
}

/** effective is the boundary that can be shown: both ends need levelling. */
export const effective = ({ boundary, survey }: Pick<LineReference, 'boundary' | 'survey'>): Boundary | null =>
  boundary === 'both' && survey === null ? 'near' : boundary;

const noSurvey: Survey = { near: 0, far: 0 };

/** lineNodes returns the nodes of a reading from the near end, relative to the chosen boundary and base. */
export function lineNodes(reading: ReadingRow, field: string, reference: LineReference): ProfileNode[] {
  const { base, stored, survey, rise } = reference;
  const boundary = effective(reference);
  const of = (row: ReadingRow) => {
    const nodes = nodesOf(row, field);
    if (boundary === null || boundary === stored) return nodes;
    return bounded(tilted(nodes, stored, survey ?? noSurvey, rise(row.t)), boundary, survey ?? noSurvey);
  };
  return against(of(reading), base && of(base));
}

/** limitsOf are the limits of what is shown. Values with another reference have none. */
export function limitsOf(look: LineLook, reference: LineReference, thresholds: readonly Threshold[]): Threshold[] {
  const boundary = effective(reference);
  if (look.segment || reference.base !== null || (boundary !== null && boundary !== reference.stored)) return [];
  return thresholds.filter((one) => one.enable && one.field === look.field.name && one.valueType === look.type);
}

/** lineLines builds the node table. Levels and shares use the stored values, as alarms do. */
export function lineLines(
  current: ReadingRow,
  dayBefore: ReadingRow | null,
  look: LineLook,
  reference: LineReference,
  thresholds: readonly Threshold[],
): NodeLine[] {
  const { name } = look.field;
  const stored = new Map(nodesOf(current, name).map((node) => [node.no, node.value]));
  const nodes = lineNodes(current, name, reference);
  const steps = slopes(nodes);
  const before = dayBefore ? lineNodes(dayBefore, name, reference) : [];
  return nodes.map((node, k) => {
    const threshold = thresholdOf(thresholds, name, look.type, node.no);
    const judged = stored.get(node.no) ?? null;
    return {
      no: node.no,
      depth: node.depth,
      level: judged === null ? 'noData' : threshold ? asLevel(levelOf(threshold, judged)) : 'notJudged',
      value: node.value,
      segment: k === 0 ? null : (steps[k - 1]?.value ?? null),
      day: minus(node.value, before.find((one) => sameNode(one, node))?.value),
      share: threshold ? shareOfRed(threshold, judged) : null,
      temp: current.nodes.find(({ no }) => no === node.no)?.values.temp ?? null,
    };
  });
}

interface Source {
  look: LineLook;
  times: readonly number[];
  readings: ReadonlyMap<number, ReadingRow>;
  reference: LineReference;
}

/** lineCurves are the shapes at the compared times. */
export function lineCurves({ look, times, readings, reference }: Source): ProfileCurve[] {
  return times.flatMap((t) => {
    const reading = readings.get(t);
    if (!reading) return [];
    const nodes = lineNodes(reading, look.field.name, reference);
    return [{ t, nodes: look.segment ? alongSegments(nodes) : nodes }];
  });
}

interface Drawing {
  look: LineLook;
  curves: readonly ProfileCurve[];
  limits: readonly Threshold[];
  chainage: string | undefined;
  picked: number | null;
}

export const slopeDecimals = 2;

/** settlementPicture is the chart of a horizontal array. */
export function settlementPicture(
  { look, curves, limits, chainage, picked }: Drawing,
  { hidden }: Pick<ViewState, 'hidden'>,
  configs: ChartConfigs,
  context: ChartContext,
  t: ViewTexts,
) {
  const start = hidden.includes('chainage') ? null : chainageStart(chainage);
  const current = curves.at(-1);
  const perDay = look.type === 'rate' ? '/d' : '';
  const kind = t(`common:valueType.${look.type}`);
  return lineProfile(
    {
      name: look.segment ? t('settlement.segmentOf', { field: look.field.label }) : `${look.field.label}·${kind}`,
      unit: unitOf(look.field, look.type),
      decimals: configs.decimals ?? look.field.decimals,
      curves,
      place: start
        ? { name: t('settlement.chainage'), text: (place) => chainageText(start, place) }
        : { name: t('settlement.distance'), text: (place) => context.words.number(place, 1) },
      thresholds: showsThresholds(hidden, configs) ? limits : [],
      steps:
        look.segment || hidden.includes('slope') || !current
          ? null
          : { name: t('settlement.slope'), unit: `‰${perDay}`, decimals: slopeDecimals, list: slopes(current.nodes) },
      ends: { min: configs.yMin ?? null, max: configs.yMax ?? null },
      picked,
    },
    { ...context, theme: withPalette(context.theme, configs.palette) },
  );
}
