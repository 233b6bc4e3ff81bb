import { expect, test } from 'vitest';
import { chartDrawing } from './export-svg';

test('a drawing is valid XML with its title, whatever a point is called', async () => {
  const option = {
    ...{ xAxis: { type: 'value' as const }, yAxis: { name: '<mm> & "°"' } },
    series: [{ type: 'line' as const, data: [[0, 1]].concat([[1, 2]]) }],
  };
  const text = { title: 'SW <1> & "2"', subtitle: '2026-03-01 – 2026-03-02' };
  const svg = await chartDrawing(option, { width: 400, height: 200 }, text, 'en');
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(read.querySelector('parsererror')).toBeNull();
  expect(read.documentElement.getAttribute('height')).toBe('256');
  expect([...read.querySelectorAll('text')].slice(0, 2).map((one) => one.textContent)).toEqual([
    'SW <1> & "2"',
    '2026-03-01 – 2026-03-02',
  ]);
  expect([...read.querySelectorAll('text')].some((one) => one.textContent === '<mm> & "°"')).toBe(true);
  expect(read.querySelectorAll('path').length).toBeGreaterThan(0);
});
