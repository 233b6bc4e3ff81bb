import { ApiError } from '@/api/errors';
import type { NsbdPoint } from '../queries';
import { aboutFields, changeOf, formOf } from './fields';

const point: NsbdPoint = {
  measuringPointId: 7,
  measuringPointName: 'P-12',
  structure: 'Siphon',
  item: '',
  designNumber: 'P-12-3',
  offset: 0,
};

test('a change has what is known, also zero, and leaves out what is empty', () => {
  expect(changeOf(7, formOf(point))).toEqual({ measuringPointId: 7, designNumber: 'P-12-3', offset: 0 });
  expect(changeOf(7, { ...formOf(point), designNumber: ' ', offset: null, installer: ' Team 2 ' })).toEqual({
    measuringPointId: 7,
    installer: 'Team 2',
  });
});

test('an error of the sent entry is one of its field', () => {
  const error = new ApiError(422, 'refused', 1, { 'list[0].cableLength': 'at least 0' });
  expect(aboutFields(error)).toMatchObject({ fields: { cableLength: 'at least 0' } });
});
