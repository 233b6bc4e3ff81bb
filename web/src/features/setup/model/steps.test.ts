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

test('an empty installation starts with the project', () => {
  expect(currentStep(doneSteps(nothing))).toBe('project');
});

test('a message from a device completes the secret step', () => {
  const facts = { ...nothing, project: true, structure: true, point: true, device: true };
  expect(currentStep(doneSteps(facts))).toBe('key');
  expect(currentStep(doneSteps({ ...facts, message: true }))).toBe('formula');
});

test('the formula step is not done without an initial value', () => {
  const facts = { ...nothing, project: true, structure: true, point: true, device: true, message: true, formula: true };
  expect(currentStep(doneSteps(facts))).toBe('formula');
  expect(currentStep(doneSteps({ ...facts, initial: true }))).toBe('threshold');
  expect(currentStep(doneSteps({ ...facts, initial: true, threshold: true }))).toBeNull();
});

test('a step is reachable once its prerequisite exists', () => {
  const done = doneSteps({ ...nothing, project: true });
  expect(reachable('structure', done)).toBe(true);
  expect(reachable('device', done)).toBe(false);
});

test('shows the next two steps that are not done', () => {
  expect(nextSteps('project', doneSteps(nothing))).toEqual(['structure', 'point']);
  const facts = { ...nothing, project: true, structure: true, point: true, device: true, message: true };
  expect(nextSteps('point', doneSteps(facts))).toEqual(['formula', 'threshold']);
  expect(nextSteps('threshold', doneSteps(facts))).toEqual([]);
  expect(nextSteps(null, doneSteps(facts))).toEqual([]);
});
