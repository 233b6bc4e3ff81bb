import { expect, test } from 'vitest';
import { formatOf, templateOf } from './choice';

const known = {
  shipped: [{ id: 'month', format: 'docx', language: 'zh', title: '月报' }],
  list: [{ id: 12, format: 'xlsx' }] as never,
};

test('a choice is written into the settings of a report', () => {
  expect(['', 'shipped:pit', 'template:12'].map(templateOf)).toEqual([{}, { shipped: 'pit' }, { templateId: 12 }]);
});

test('the format is that of the template', () => {
  expect(['', 'shipped:month', 'template:12', 'template:9'].map((one) => formatOf(one, known))).toEqual([
    ...['', 'docx', 'xlsx', ''],
  ]);
});
