import { screen } from '@testing-library/react';
import type { LatestValue } from '@/api/types';
import { renderWithProviders } from '@/test/render';
import { useJudgementNote } from './use-judgement-note';

type Held = NonNullable<LatestValue['held']>;

const judgement = { code: 'judged' as const, reason: '已判定', since: 0, fields: [] };
const held: Held = {
  level: 1,
  restoreTimes: 2,
  done: 1,
  line: 1.9,
  side: 'upper',
  direction: 'positive',
  reference: 0,
  field: 'x',
  valueType: 'accumulated',
  unit: 'mm',
  decimals: 2,
};

function Note(point: Pick<LatestValue, 'judgement' | 'held'>) {
  return <p>{useJudgementNote()(point)}</p>;
}

test.each<[string, Pick<LatestValue, 'judgement' | 'held'>, string]>([
  ['for a value judged by its newest reading', { judgement }, ''],
  ['for a held level', { judgement, held }, '保持蓝色：恢复需连续 2 次低于 1.90，已 1 次'],
  [
    'for a threshold on the magnitude',
    { judgement, held: { ...held, direction: 'both' } },
    '保持蓝色：恢复需连续 2 次绝对值低于 1.90，已 1 次',
  ],
  [
    'for a lower limit',
    { judgement, held: { ...held, side: 'lower', line: 460 } },
    '保持蓝色：恢复需连续 2 次高于 460.00，已 1 次',
  ],
  [
    'for a partly judged point',
    { judgement: { ...judgement, code: 'partlyJudged', reason: '部分未判定：Y（阈值未生效：无初始值）' }, held },
    '保持蓝色：恢复需连续 2 次低于 1.90，已 1 次；部分未判定：Y（阈值未生效：无初始值）',
  ],
])('the note %s', async (_, point, note) => {
  await renderWithProviders(<Note {...point} />);
  expect(screen.getByRole('paragraph')).toHaveTextContent(note);
});
