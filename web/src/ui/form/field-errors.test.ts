import { ApiError } from '@/api/errors';
import { splitFields } from './field-errors';

test('an error of a list entry is not assigned to the form field of the same name', () => {
  const refusal = new ApiError(409, 'used', 1007, { 'points[3].name': 'used', gnss: 'no' });
  expect(splitFields(refusal, ['name', 'gnss'])).toEqual({ own: { gnss: 'no' }, rest: ['points[3].name: used'] });
});
