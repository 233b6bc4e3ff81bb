import { expect, test } from 'vitest';
import { currentStep, doneSteps, type Facts, nextSteps, reachable } from './steps';

const nothing: Facts = {
  project: false,
  structure: false,
  point: false,
  device: false,
  key: false,
  message: false,
  formula: false,
  initial: false,
  threshold: false,
};

test('an empty installation begins with the project', () => {
  expect(currentStep(doneSteps(nothing))).toBe('project');
});

test('a device that has sent knows its secret', () => {
  const facts = { ...nothing, project: true, structure: true, point: true, device: true };
  expect(currentStep(doneSteps(facts))).toBe('key');
  expect(currentStep(doneSteps({ ...facts, message: true }))).toBe('formula');
});

test('a formula without an initial value is not done', () => {
  const facts = { ...nothing, project: true, structure: true, point: true, device: true, message: true, formula: true };
  expect(currentStep(doneSteps(facts))).toBe('formula');
  expect(currentStep(doneSteps({ ...facts, initial: true }))).toBe('threshold');
  expect(currentStep(doneSteps({ ...facts, initial: true, threshold: true }))).toBeNull();
});

test('a step opens when what it builds on exists', () => {
  const done = doneSteps({ ...nothing, project: true });
  expect(reachable('structure', done)).toBe(true);
  expect(reachable('device', done)).toBe(false);
});

test('the two steps behind the present one are shown, without those that are done', () => {
  expect(nextSteps('project', doneSteps(nothing))).toEqual(['structure', 'point']);
  const facts = { ...nothing, project: true, structure: true, point: true, device: true, message: true };
  expect(nextSteps('point', doneSteps(facts))).toEqual(['formula', 'threshold']);
  expect(nextSteps('threshold', doneSteps(facts))).toEqual([]);
  expect(nextSteps(null, doneSteps(facts))).toEqual([]);
});
