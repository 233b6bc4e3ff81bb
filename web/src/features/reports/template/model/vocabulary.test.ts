import { expect, test } from 'vitest';
import { groupOf, type Word, wordsFor } from './vocabulary';

const word = (name: string, kind: string, within: string[] = []) =>
  ({
    ...{ name, kind, within, label: { en: name }, explain: { en: `Explains ${name}` }, example: { en: `{{${name}}}` } },
  }) as unknown as Word;
const say = (label: unknown) => (label as { en: string }).en;

test('values are grouped by what they are about', () => {
  const grouped = [
    word('project.name', 'value'),
    word('weather', 'value'),
    word('levels.worst', 'value'),
    word('hole.unit', 'value', ['holes']),
    word('weather', 'list'),
    word('rate', 'value', ['points', 'nodes']),
    word('report.date', 'value'),
  ].map(groupOf);
  expect(grouped).toEqual(['project', 'texts', 'summary', 'holes', 'repeated', 'rows', 'report']);
});

test('words are found by their name, explanation and example', () => {
  const words = [word('project.name', 'value'), word('rate', 'value', ['points']), word('points', 'list')];
  expect(wordsFor(words, ' RATE ', say).map(([group]) => group)).toEqual(['rows']);
  expect(wordsFor(words, '{{pro', say)).toEqual([['project', [words[0]]]]);
  expect(wordsFor(words, 'nothing', say)).toEqual([]);
  expect(wordsFor(words, '', say)).toHaveLength(3);
});
