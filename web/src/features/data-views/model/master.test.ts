import type { components } from '@/api/schema.gen';
import { masterAnswer, masterFile, masterParts, masterTable, slavesShown, toggled } from './master';
import { csvText } from './table';
import type { PointState } from './types';

type Schemas = components['schemas'];

const label = (text: string) => ({ zh: text, en: text, 'zh-TW': text });
const column = (field: string, unit: string): Schemas['Column'] => ({
  field,
  node: 0,
  depth: null,
  valueType: 'observed',
  label: label(field),
  unit,
  decimals: 1,
});
const nothing = { count: 0, abnormal: 0, max: null, min: null, last: null, mean: null };
const chart = (field: string, unit: string, values: number[], reduced = false): Schemas['Chart'] => ({
  measuringPointId: 1,
  valueType: 'observed',
  start: 0,
  end: 9,
  first: 0,
  timeZone: 'Asia/Shanghai',
  completeness: 1,
  series: [{ ...column(field, unit), reduced, times: values.map((_, i) => i), values, statistics: nothing }],
  gaps: [],
  abnormal: [],
  marks: [],
  thresholds: [],
  ranges: [],
});
const slave = (measuringPointId: number, field: string, unit: string, drawn: Schemas['Chart']) => ({
  measuringPointId,
  role: '',
  interval: 3600,
  within: measuringPointId === 61 ? 1800 : 3600,
  column: column(field, unit),
  chart: drawn,
});
const points = [{ id: 61, name: 'ZC-01-1' } as PointState, { id: 62, name: 'ZC-01-2' } as PointState];
const master: Schemas['Master'] = {
  slaves: [
    slave(61, 'strain', 'µε', chart('strain', 'µε', [-412.6, -410])),
    slave(62, 'force', 'kN', chart('force', 'kN', [3], true)),
    slave(62, 'temp', '°C', chart('temp', '°C', [20])),
  ],
  tolerance: 5,
  chart: chart('force', 'kN', [2512.6, 2500]),
  partial: [{ time: 1, value: 2500 }],
  partials: 7,
  columns: [],
  list: [],
  total: 0,
};
const say = (one: { zh: string }) => one.zh;
const t = ((key: string) => key) as never;
const found = masterAnswer(master, points, say);
const parts = (chosen: number[]) =>
  found &&
  masterParts(
    {
      master: found,
      detail: null,
      chosen,
      valueType: 'observed',
      point: { name: 'ZC-01', field: null, level: 0 },
      configs: {},
    },
    t,
  );

test('the composite point is bold, its sub-points thin, with another unit on the right', () => {
  const drawn = parts([]);
  expect(drawn?.plots[0]?.series.map(({ name, width, color }) => ({ name, width, color }))).toEqual([
    { name: 'ZC-01', width: 2.4, color: 0 },
    { name: 'ZC-01-2 force', width: 1.1, color: 2 },
  ]);
  expect(drawn?.right.map(({ name, unit }) => [name, unit])).toEqual([['ZC-01-1', 'µε']]);
  expect(drawn?.rightName).toBe('strain');
  expect(drawn?.plots[0]?.series[0]?.diamonds).toEqual([[1, 2500]]);
  expect(found?.answer.reduced).toBe(true);
});

test('a sub-point that is read less often than the formula looks is slow', () => {
  expect(found?.slaves.map(({ slow }) => slow)).toEqual([true, false, false]);
});

test('sub-points are switched on and off', () => {
  expect(parts([61])?.all.map(({ name }) => name)).toEqual(['ZC-01', 'ZC-01-1']);
  expect(parts([0])?.all.map(({ name }) => name)).toEqual(['ZC-01']);
  const slaves = found?.slaves ?? [];
  expect(toggled(slaves, [], 61)).toEqual([62]);
  expect(toggled(slaves, [62], 62)).toEqual([0]);
  expect(toggled(slaves, [0], 61)).toEqual([61]);
  expect(toggled(slaves, [62], 61)).toEqual([]);
  expect(slavesShown(slaves, [62])).toHaveLength(2);
});

test('a table has a column for each sub-point, empty where it was not read', () => {
  const table = masterTable(
    {
      ...master,
      columns: [column('force', 'kN')],
      list: [
        {
          time: 5,
          flags: ['partial'],
          values: [2512.6],
          slaves: [
            { time: 4, value: -412.6, used: true },
            { time: 0, value: null, used: false },
            { time: 5, value: 20, used: true },
          ],
        },
      ],
      total: 1,
    },
    points,
    say,
  );
  const words = { time: 'Time', flags: 'Flags', type: 'observed', flag: (name: string) => `(${name})` };
  expect(csvText(masterFile(table, words, 'observed', String))).toBe(
    '\uFEFFTime,force observed kN,ZC-01-1 observed µε,ZC-01-2 force observed kN,ZC-01-2 temp observed °C,Flags\r\n' +
      '5,2512.6,-412.6,,20,(partial)\r\n',
  );
});
