import { ApiError } from '@/api/errors';
import { splitFields } from './field-errors';

test('what is wrong with a point of a list is not put to the name of the form', () => {
  const refusal = new ApiError(409, 'used', 1007, { 'points[3].name': 'used', gnss: 'no' });
  expect(splitFields(refusal, ['name', 'gnss'])).toEqual({ own: { gnss: 'no' }, rest: ['points[3].name: used'] });
});
