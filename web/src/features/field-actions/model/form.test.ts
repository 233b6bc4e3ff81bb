import type { ModelCommand } from '@/entities/command/model-commands';
import type { FieldRule } from '../queries';
import { bodyOf, commonCommands, fieldsOf, formErrors, formOf } from './form';

const siren: FieldRule = {
  ...{ id: 3, projectId: 1, updatedAt: 9, name: 'Siren', enable: false, level: 4, measurements: ['Crack'] },
  ...{ structureIds: [5, 6], measuringPointIds: [7], deviceIds: [8, 9], action: 'command', longestMinutes: 30 },
  ...{ on: { code: 'on', params: { seconds: 20 } }, off: { code: 'off' } },
};
const denser: FieldRule = {
  ...{ id: 4, projectId: 1, updatedAt: 9, name: 'Denser', enable: true, level: 2, measurements: [] },
  ...{ structureIds: [], measuringPointIds: [], deviceIds: [8], action: 'interval', intervalSeconds: 330 },
  longestMinutes: 720,
};

test.each([siren, denser])('a stored rule comes back as it was', (rule) => {
  const { id, projectId, updatedAt, ...fields } = rule;
  expect(bodyOf(formOf(rule))).toEqual(fields);
  expect(fieldsOf(rule)).toEqual(fields);
});

test('only what the action needs is sent', () => {
  const form = formOf(siren);
  expect(bodyOf({ ...form, action: 'interval', minutes: 5 })).not.toHaveProperty('on');
  expect(bodyOf({ ...form, action: 'interval', minutes: 5 })).toMatchObject({ intervalSeconds: 300 });
  expect(bodyOf({ ...form, off: null, name: ' Siren ' })).toMatchObject({ name: 'Siren', on: siren.on });
  expect(bodyOf({ ...form, off: null })).not.toHaveProperty('off');
  expect(bodyOf({ ...form, on: { code: 'on', params: { seconds: null } } }).on).toEqual({ code: 'on' });
});

const command = (code: string, ...params: string[]) =>
  ({
    ...{ code, form: 'hex', send: '', label: { zh: code, en: code, 'zh-TW': code } },
    params: params.map((name) => ({ name })),
  }) as unknown as ModelCommand;

test('devices of several models have only the commands that all models have with the same parameters', () => {
  const first = [command('on', 'a', 'b'), command('off'), command('horn')];
  const codes = (...models: ModelCommand[][]) => commonCommands(models).map(({ code }) => code);
  expect(codes()).toEqual([]);
  expect(codes(first)).toEqual(['on', 'off', 'horn']);
  expect(codes(first, [command('off'), command('on', 'b', 'a')])).toEqual(['on', 'off']);
  expect(codes(first, [command('off'), command('on', 'a')])).toEqual(['off']);
  expect(codes(first, [])).toEqual([]);
});

test('refusals stand at the field of the form, each text once', () => {
  const { own, rest } = formErrors({
    ...{ 'deviceIds[0]': 'gone', 'deviceIds[2]': 'gone', 'on.code': 'unknown', 'on.params.seconds': 'too large' },
    ...{ intervalSeconds: 'too short', 'measuringPointIds[1]': 'twice', other: 'odd' },
  });
  expect([...own]).toEqual([
    ['deviceIds', ['gone']],
    ['on', ['unknown', 'too large']],
    ['minutes', ['too short']],
    ['pointIds', ['twice']],
  ]);
  expect(rest).toEqual(['other: odd']);
});
