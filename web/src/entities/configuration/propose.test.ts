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

test('the one field with the unit of the main one is taken as it is', () => {
  const sent = [
    { name: 'disp', unit: 'mm' },
    { name: 'temp', unit: '°C' },
  ];
  expect(proposeRules(crack, 'width', sent, [wire], 'Crack')).toEqual([
    { computedField: 'width', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field: 'disp' } },
    { computedField: 'temp', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field: 'temp' } },
  ]);
});

test('fields that come under their own names are taken, each of them', () => {
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

test('a wire that sends its frequency gets the formula of its category', () => {
  expect(proposeRules(crack, 'width', [{ name: 'freq', unit: 'Hz' }], [wire], 'Crack')[0]?.sysFormula).toBe(
    'VW_LINEAR',
  );
  expect(proposeRules(crack, 'width', [{ name: 'freq', unit: 'Hz' }], [wire], 'Rain')).toEqual([]);
});

test('two fields with the same unit leave the choice to people', () => {
  const sent = [
    { name: 'a', unit: 'mm' },
    { name: 'b', unit: 'mm' },
  ];
  expect(proposeRules(crack, 'width', sent, [], 'Crack')).toEqual([]);
});
