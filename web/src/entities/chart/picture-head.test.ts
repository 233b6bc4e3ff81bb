import { expect, test } from 'vitest';
import { pictureHead } from './picture-head';

const text = { title: 'CX-07', subtitle: '2026-03-01 – 2026-03-02  Unit mm' };

test('the facts of a picture stand on lines of its width, broken between two facts', async () => {
  const facts = async () => ['Device ADM SN-1  Time zone Asia/Shanghai', ''];
  expect(await pictureHead({ ...text, facts }, 800)).toEqual({
    title: 'CX-07',
    lines: ['2026-03-01 – 2026-03-02  Unit mm', 'Device ADM SN-1  Time zone Asia/Shanghai'],
    height: 72,
  });
  const narrow = await pictureHead({ ...text, facts }, 240);
  expect(narrow.lines).toEqual(['2026-03-01 – 2026-03-02', 'Unit mm', 'Device ADM SN-1', 'Time zone Asia/Shanghai']);
  expect(narrow.height).toBe(104);
});

test('a picture without facts keeps the room of one line', async () => {
  expect(await pictureHead({ title: 'CX-07', subtitle: '' }, 400)).toEqual({ title: 'CX-07', lines: [], height: 56 });
});
