import { expect, test } from 'vitest';
import { weekdayNames } from '@/ui/format/weekday';

test('weeks begin on Monday in every language', () => {
  expect(weekdayNames('en')[0]).toBe('Monday');
  expect(weekdayNames('zh')[6]).toBe('星期日');
});
