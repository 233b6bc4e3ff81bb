import { renamedFields } from '@/ui/form/field-errors';
import { type Choice, templateOf } from '../../template/model/choice';
import type { FileFormat, Settings } from '../queries';
import type { Kind } from './period';

export const textNames = ['weather', 'working', 'conclusion', 'advice'] as const;
export type Texts = Record<(typeof textNames)[number], string>;
/** Characters of each text at most, as in the API. */
export const longest: Record<(typeof textNames)[number], number> = {
  weather: 200,
  working: 1000,
  conclusion: 5000,
  advice: 5000,
};
export const usualCurves = 60;
export const mostCurves = 300;

export interface ReportForm extends Texts {
  as: 'signed' | 'file';
  kind: Kind;
  start: number;
  end: number;
  knownAt: number | null;
  title: string;
  structureIds: number[];
  measurements: string[];
  curves: number;
  paper: 'A4' | 'A3';
  landscape: boolean;
  /** The form of the report: see the model of templates. */
  template: Choice;
  /** Of a file by a template. */
  format: FileFormat;
}

export const textsOf = (settings: Partial<Texts>): Texts => ({
  weather: settings.weather ?? '',
  working: settings.working ?? '',
  conclusion: settings.conclusion ?? '',
  advice: settings.advice ?? '',
});

/** The body of a call. It has no empty choices: they mean all. */
export function settingsOf(values: ReportForm): Settings {
  const { kind, start, end, title, knownAt, structureIds, measurements, curves, paper, landscape, template } = values;
  return {
    ...{ kind, start, end, ...textsOf(values) },
    ...formFields(template, { paper, landscape, curves }),
    ...(title.trim() && { title: title.trim() }),
    ...(knownAt && { knownAt }),
    ...(structureIds.length > 0 && { structureIds }),
    ...(measurements.length > 0 && { measurements }),
  };
}

/** The form of a report in the body of a call. A template decides on paper and curves. */
export function formFields(template: Choice, own: Pick<ReportForm, 'paper' | 'landscape' | 'curves'>) {
  // 0 curves ask the server for its usual number.
  return template === '' ? { ...own, curves: own.curves === 0 ? -1 : own.curves } : templateOf(template);
}

/** The curves at most of stored settings; 0: none. */
export function curvesOf({ curves }: Pick<Settings, 'curves'>): number {
  return curves === -1 ? 0 : curves || usualCurves;
}

/** An error about an entry of a list, or a part of the template's name, as one about its field, so that the form shows it there. */
export const aboutFields = (error: unknown) =>
  renamedFields(error, (path) => path.replace(/\[\d+\]$/, '').replace(/^(templateId|shipped)$/, 'template'));
