import { curvesOf, formFields } from '../../project/model/settings';
import { type Choice, choiceOf } from '../../template/model/choice';
import type { Schedule, ScheduleFields } from '../queries';

/** The texts of every report of a schedule: the weather is another each time. */
export const standing = ['working', 'conclusion', 'advice'] as const;

export interface ScheduleForm extends Record<(typeof standing)[number], string> {
  name: string;
  kind: ScheduleFields['kind'];
  language: ScheduleFields['language'];
  title: string;
  template: Choice;
  structureIds: number[];
  measurements: string[];
  curves: number;
  paper: 'A4' | 'A3';
  landscape: boolean;
  makeMinute: number;
  waits: boolean;
  waitMinute: number;
  missed: ScheduleFields['missed'];
  accountIds: number[];
  emailList: string[];
  deliver: ScheduleFields['deliver'];
  files: ScheduleFields['files'];
  drafts: boolean;
}

const morning = 8 * 60 + 30;
const twoHours = 120;

/** A schedule as a form; undefined: a new one. */
export function formOf(schedule: Schedule | undefined, language: ScheduleFields['language']): ScheduleForm {
  return {
    name: schedule?.name ?? '',
    kind: schedule?.kind ?? 'day',
    language: schedule?.language ?? language,
    title: schedule?.title ?? '',
    template: choiceOf(schedule ?? {}),
    structureIds: schedule?.structureIds ?? [],
    measurements: schedule?.measurements ?? [],
    curves: curvesOf(schedule ?? {}),
    paper: schedule?.paper || 'A4',
    landscape: schedule?.landscape ?? false,
    working: schedule?.working ?? '',
    conclusion: schedule?.conclusion ?? '',
    advice: schedule?.advice ?? '',
    makeMinute: schedule?.makeMinute ?? morning,
    waits: !schedule || schedule.waitMinute >= 0,
    waitMinute: schedule && schedule.waitMinute >= 0 ? schedule.waitMinute : morning + twoHours,
    missed: schedule?.missed ?? 'latest',
    accountIds: schedule?.accountIds ?? [],
    emailList: schedule?.emailList ?? [],
    deliver: schedule?.deliver ?? 'attachment',
    files: schedule?.files ?? 'pdf',
    drafts: schedule?.drafts ?? false,
  };
}

/** The body of a call. What the form does not show stays as it was. */
export function bodyOf(form: ScheduleForm, was: Schedule | undefined): ScheduleFields {
  const { title, template, structureIds, measurements, waits, waitMinute, curves, paper, landscape, ...rest } = form;
  const { weather, measuringPointIds } = was ?? {};
  return {
    ...(weather && { weather }),
    ...(measuringPointIds && { measuringPointIds }),
    ...rest,
    enabled: was?.enabled ?? true,
    waitMinute: waits ? waitMinute : -1,
    ...(title.trim() && { title: title.trim() }),
    ...formFields(template, { curves, paper, landscape }),
    ...(structureIds.length > 0 && { structureIds }),
    ...(measurements.length > 0 && { measurements }),
  };
}
