import { usualPeriod } from './period';

const at = (text: string) => Date.parse(text);

test('days, weeks and months are whole ones of the zone', () => {
  const now = at('2026-03-10T17:30:00Z'); // 01:30 of the 11th in Shanghai
  expect(usualPeriod('day', now, 'Asia/Shanghai')).toEqual({
    start: at('2026-03-10T00:00:00+08:00'),
    end: at('2026-03-11T00:00:00+08:00'),
  });
  expect(usualPeriod('week', now, 'Asia/Shanghai')).toEqual({
    start: at('2026-03-04T00:00:00+08:00'),
    end: at('2026-03-11T00:00:00+08:00'),
  });
  expect(usualPeriod('month', now, 'Asia/Shanghai')).toEqual({
    start: at('2026-02-01T00:00:00+08:00'),
    end: at('2026-03-01T00:00:00+08:00'),
  });
});

test('January reports December, and a day with a clock change has 23 hours', () => {
  expect(usualPeriod('month', at('2027-01-01T09:00:00Z'), 'Asia/Shanghai')).toEqual({
    start: at('2026-12-01T00:00:00+08:00'),
    end: at('2027-01-01T00:00:00+08:00'),
  });
  const spring = usualPeriod('day', at('2026-03-30T12:00:00Z'), 'Europe/Berlin');
  expect(spring).toEqual({ start: at('2026-03-29T00:00:00+01:00'), end: at('2026-03-30T00:00:00+02:00') });
});

test('the period of the others is chosen', () => {
  expect(usualPeriod('stage', 0, 'Asia/Shanghai')).toBeNull();
  expect(usualPeriod('special', 0, 'Asia/Shanghai')).toBeNull();
});
