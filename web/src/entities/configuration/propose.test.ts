import { expect, test } from 'vitest';
import type { Attribute, SystemFormula } from '@/api/catalog';
import { proposeRules } from './propose';

const label = { zh: '', en: '', 'zh-TW': '' };
const field = (name: string, unit: string): Attribute => ({
  ...{ name, unit, decimals: 2, label, labelKey: '', perNode: false, valueTypes: ['observed', 'accumulated'] },
});
const wire: SystemFormula = {
  ...{ code: 'VW_LINEAR', label, options: [], outputs: [], params: [], settings: [], text: '', types: ['Crack'] },
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

test('proposes nothing if two fields have the same unit', () => {
  const sent = [
    { name: 'a', unit: 'mm' },
    { name: 'b', unit: 'mm' },
  ];
  expect(proposeRules(crack, 'width', sent, [], 'Crack')).toEqual([]);
});
