import { expect, test } from 'vitest';
import type { Attribute, SystemFormula } from '@/api/catalog';
import { proposeRules } from './propose';

const label = { zh: '', en: '', 'zh-TW': '' };
const field = (name: string, unit: string): Attribute => ({
  ...{ name, unit, decimals: 2, label, labelKey: '', perNode: false, valueTypes: ['observed', 'accumulated'] },
});
const wire: SystemFormula = {
  ...{
    code: 'VW_LINEAR',
    fields: [],
    label,
    options: [],
    outputs: [],
    params: [],
    settings: [],
    text: '',
    types: ['Crack'],
  },
  inputs: [{ field: 'freq', required: true, role: '' }],
};
const crack = [field('width', 'mm'), { ...field('temp', '°C'), valueTypes: ['observed'] }];

test('maps the only field with the unit of the main field directly', () => {
  const sent = [
    { name: 'disp', unit: 'mm' },
    { name: 'temp', unit: '°C' },
  ];
  expect(proposeRules(crack, 'width', sent, [wire], 'Crack')).toEqual([
    { computedField: 'width', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field: 'disp' } },
    { computedField: 'temp', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field: 'temp' } },
  ]);
});

test('maps every field that has the name of a result field', () => {
  const tilt = [field('angleX', '°'), field('angleY', '°')];
  const sent = [
    { name: 'angleX', unit: '°' },
    { name: 'angleY', unit: '°' },
  ];
  expect(proposeRules(tilt, 'angleX', sent, [], 'IDM').map((rule) => rule.options?.field)).toEqual([
    'angleX',
    'angleY',
  ]);
});

test('proposes the vibrating-wire formula of the category for a frequency', () => {
  expect(proposeRules(crack, 'width', [{ name: 'freq', unit: 'Hz' }], [wire], 'Crack')[0]?.sysFormula).toBe(
    'VW_LINEAR',
  );
  expect(proposeRules(crack, 'width', [{ name: 'freq', unit: 'Hz' }], [wire], 'Rain')).toEqual([]);
});

test('proposes the formula that computes the main field', () => {
  const bar: SystemFormula = { ...wire, code: 'VW_REBAR', fields: ['stress', 'force'] };
  const wired = [{ name: 'freq', unit: 'Hz' }];
  expect(proposeRules([field('stress', 'MPa')], 'stress', wired, [bar, wire], 'Crack')[0]?.sysFormula).toBe('VW_REBAR');
  expect(proposeRules(crack, 'width', wired, [bar, wire], 'Crack')[0]?.sysFormula).toBe('VW_LINEAR');
});

test('maps no field that the proposed formula computes', () => {
  const tilt: SystemFormula = {
    ...{ ...wire, code: 'TILT', types: ['IDM'], outputs: ['angleX', 'angleY'] },
    inputs: [{ field: 'angleX', required: true, role: '' }],
  };
  const sent = ['angleX', 'angleY', 'angleZ', 'temp'].map((name) => ({ name, unit: name === 'temp' ? '°C' : '°' }));
  const attributes = [field('res', '°'), field('angleX', '°'), field('angleY', '°'), field('temp', '°C')];
  expect(proposeRules(attributes, 'res', sent, [tilt], 'IDM').map((rule) => rule.computedField)).toEqual([
    'res',
    'temp',
  ]);
});

test('proposes nothing if two fields have the same unit', () => {
  const sent = [
    { name: 'a', unit: 'mm' },
    { name: 'b', unit: 'mm' },
  ];
  expect(proposeRules(crack, 'width', sent, [], 'Crack')).toEqual([]);
});
