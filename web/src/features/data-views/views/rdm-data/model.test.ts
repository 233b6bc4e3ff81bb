import type { Survey, SurveyNode } from '../../model/surveys';
import { amendment, chosenSurvey, isAmended } from './model';

const quality = { mean: 16, scatter: 3, doubtful: false, oneDirection: 0 };
const node: SurveyNode = {
  ...{ no: 2, depth: 1, readings: [516, -500, null, null], sent: [561, -500, null, null] },
  ...{ checksumA: 16, checksumB: null, x: 2, y: null, dx: 0, dy: null },
};
const survey = (time: number, withdrawn = false): Survey => ({
  ...{
    time,
    name: '',
    operator: '',
    file: '',
    flags: [],
    count: 1,
    from: 1,
    to: 1,
    a: quality,
    b: quality,
    nodes: [node],
    amendments: [],
    casing: [],
  },
  withdrawals: withdrawn ? [{} as never] : [],
});

test('an amendment has the readings that differ', () => {
  expect(amendment(survey(5), node, [516, -500, null, null], 'typed')).toBeNull();
  expect(amendment(survey(5), node, [516, null, null, null], 'typed')).toBeNull();
  expect(amendment(survey(5), node, [516, -498, 7, null], 'typed')).toEqual({
    kind: 'amend',
    from: 5,
    nodeValues: [{ no: 2, values: { a180: -498, b0: 7 } }],
    note: 'typed',
  });
  expect([0, 1, 2].map((i) => isAmended(node, i))).toEqual([true, false, false]);
});

test('the chosen survey is that of the address, or the newest that counts', () => {
  const list = [survey(1), survey(2), survey(3, true)];
  expect(chosenSurvey(list, 1)?.time).toBe(1);
  expect(chosenSurvey(list, null)?.time).toBe(2);
  expect(chosenSurvey([survey(3, true)], 9)?.time).toBe(3);
  expect(chosenSurvey([], 9)).toBeNull();
});
