import { comparedSurveys, readCasing, writeCasing } from './casing';
import type { Survey } from './surveys';

const survey = (time: number, withdrawn = false) => ({ time, withdrawals: withdrawn ? [{}] : [] }) as Survey;

test('what is chosen is in the address, and defaults are not', () => {
  const search = new URLSearchParams();
  expect(readCasing(search)).toEqual({ survey: null, against: null, errors: ['bias'], stable: 0, chart: 'profile' });
  writeCasing(search, { survey: 5, against: 3, errors: ['bias', 'depth'], stable: 8, chart: 'checksum' });
  expect(search.toString()).toBe('survey=5&against=3&errors=bias.depth&stable=8&chart=checksum');
  expect(readCasing(search)).toMatchObject({ survey: 5, against: 3, errors: ['bias', 'depth'], stable: 8 });
  writeCasing(search, { survey: null, against: null, errors: ['bias'], stable: 0, chart: 'profile' });
  expect(search.size).toBe(0);
});

test('settings that are not known take their defaults', () => {
  const search = new URLSearchParams('survey=x&errors=dirt&stable=-3&chart=pie');
  expect(readCasing(search)).toEqual(readCasing(new URLSearchParams()));
});

test('the last survey is compared with the first one, and never with itself or one that is removed', () => {
  const list = [survey(1, true), survey(2), survey(3), survey(4)];
  expect(comparedSurveys(list, { survey: null, against: null })).toMatchObject({ times: [2, 3, 4], time: 4, base: 2 });
  expect(comparedSurveys(list, { survey: 2, against: 2 })).toMatchObject({ time: 2, base: 3 });
  expect(comparedSurveys(list, { survey: 3, against: 4 })).toMatchObject({ time: 3, base: 4 });
  expect(comparedSurveys([survey(2)], { survey: null, against: null })).toMatchObject({ time: 2, base: null });
});
