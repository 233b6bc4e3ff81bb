import { tooltipContent } from './tooltip';

test('a tooltip has separate cells for color, name, value and unit, and escapes HTML in names', () => {
  const content = tooltipContent({
    head: '2025-07-08 09:00:00',
    lines: [{ color: 'rgb(1, 2, 3)', name: '<b>LF</b>', value: '27.9', unit: 'µε' }],
    remarks: ['withdrawn'],
  });
  const cells = [...content.children] as HTMLElement[];
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '2025-07-08 09:00:00',
    '',
    '<b>LF</b>',
    '27.9',
    'µε',
    'withdrawn',
  ]);
  expect(cells[1]?.style.backgroundColor).toBe('rgb(1, 2, 3)');
});
