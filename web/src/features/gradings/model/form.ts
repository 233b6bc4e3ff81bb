import type { Grading, GradingFields, GradingLevel, Multi, MultiFields } from '../queries';

export const valueTypes = ['accumulated', 'rate', 'observed'] as const;
export type ValueType = (typeof valueTypes)[number];

/** A condition in the form: a share of the control value, or a value. */
export interface ConditionForm {
  valueType: ValueType;
  by: 'ratio' | 'value';
  limit: number | null;
}

export interface LevelForm {
  level: number;
  enable: boolean;
  holdTimes: number | null;
  alternatives: { conditions: ConditionForm[] }[];
}

export interface GradingForm {
  name: string;
  enable: boolean;
  structureId: number;
  measurement: string;
  field: string;
  controlValue: number | null;
  rateControl: number | null;
  levels: LevelForm[];
}

const levels = [1, 2, 3, 4];

/** levelsOf returns the four levels of the form, those that are missing without conditions. */
export function levelsOf(list: GradingLevel[]): LevelForm[] {
  return levels.map((level) => {
    const found = list.find((one) => one.level === level);
    return {
      level,
      enable: found?.enable ?? false,
      holdTimes: found?.holdTimes || 1,
      alternatives: (found?.alternatives ?? []).map(({ conditions }) => ({
        conditions: (conditions ?? []).map(({ valueType, ratioOfControl, value }) => ({
          valueType,
          by: ratioOfControl === undefined ? 'value' : 'ratio',
          limit: ratioOfControl ?? value ?? null,
        })),
      })),
    };
  });
}

/** formOf returns the fields of a grading, or those of a new one with the levels of two-index control. */
export function formOf(grading: Grading | undefined, twoIndex: GradingLevel[]): GradingForm {
  return {
    name: grading?.name ?? '',
    enable: grading?.enable ?? true,
    structureId: grading?.structureId ?? 0,
    measurement: grading?.measurement ?? '',
    field: grading?.field ?? '',
    controlValue: grading?.controlValue ?? null,
    rateControl: grading?.rateControl ?? null,
    levels: levelsOf(grading?.levels ?? twoIndex),
  };
}

/** bodyOf returns what is saved: levels without conditions are left out. */
export function bodyOf(form: GradingForm): GradingFields {
  return {
    name: form.name,
    enable: form.enable,
    ...(form.structureId ? { structureId: form.structureId } : {}),
    measurement: form.measurement,
    field: form.field,
    ...(form.controlValue === null ? {} : { controlValue: form.controlValue }),
    ...(form.rateControl === null ? {} : { rateControl: form.rateControl }),
    levels: form.levels
      .filter(({ alternatives }) => alternatives.length > 0)
      .map(({ level, enable, holdTimes, alternatives }) => ({
        level,
        enable,
        holdTimes: holdTimes ?? 1,
        alternatives: alternatives.map(({ conditions }) => ({
          conditions: conditions.map(({ valueType, by, limit }) => ({
            valueType,
            ...(by === 'ratio' ? { ratioOfControl: limit ?? 0 } : { value: limit ?? 0 }),
          })),
        })),
      })),
  };
}

/** A condition of a grading of several attributes. Point 0: any point of the measurement. */
export interface MultiConditionForm {
  measurement: string;
  point: number;
  field: string;
  valueType: ValueType;
  op: '>=' | '<=';
  value: number | null;
}

export interface MultiForm {
  name: string;
  enable: boolean;
  level: number;
  expression: 'all' | 'any' | 'atLeast';
  atLeast: number | null;
  timeWindow: number | null;
  conditions: MultiConditionForm[];
}

export const emptyCondition: MultiConditionForm = {
  measurement: '',
  point: 0,
  field: '',
  valueType: 'accumulated',
  op: '>=',
  value: null,
};

const expressionOf = (atLeast: number) => (atLeast === 0 ? 'all' : atLeast === 1 ? 'any' : 'atLeast');

/** multiFormOf returns the fields of a grading of several attributes, or those of a new one. */
export function multiFormOf(grading: Multi | undefined): MultiForm {
  const atLeast = grading?.atLeast ?? 0;
  return {
    name: grading?.name ?? '',
    enable: grading?.enable ?? true,
    level: grading?.level ?? 3,
    expression: expressionOf(atLeast),
    atLeast: atLeast > 1 ? atLeast : 2,
    timeWindow: grading?.timeWindow || 60,
    conditions: (grading?.conditions ?? []).map((one) => ({
      measurement: one.measurement ?? '',
      point: one.measuringPointId ?? 0,
      field: one.field ?? '',
      valueType: one.valueType,
      op: one.op ?? '>=',
      value: one.value ?? null,
    })),
  };
}

/** multiBodyOf returns what is saved. */
export function multiBodyOf(form: MultiForm): MultiFields {
  const atLeast = { all: 0, any: 1, atLeast: form.atLeast ?? 2 }[form.expression];
  return {
    name: form.name,
    enable: form.enable,
    level: form.level,
    atLeast,
    timeWindow: form.timeWindow ?? 60,
    conditions: form.conditions.map(({ measurement, point, field, valueType, op, value }) => ({
      ...(point ? { measuringPointId: point } : {}),
      measurement,
      field,
      valueType,
      op,
      value: value ?? 0,
    })),
  };
}
