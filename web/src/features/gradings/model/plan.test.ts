import type { Plan } from '../queries';
import { planBodyOf, planFormOf } from './plan';

const usual = { name: 'Red', measures: 'leave', responseMinutes: 30, escalateToLevel: 0, monitoringFrequency: 'often' };

test('a new plan asks no devices', () => {
  const form = planFormOf(undefined, usual);
  expect(form).toMatchObject({ ...usual, channels: ['mail'], raiseInterval: false });
  const body = planBodyOf(form);
  expect(body.raiseInterval).toBe(false);
  expect(body).not.toHaveProperty('intervalSeconds');
  expect(body).not.toHaveProperty('longestMinutes');
});

test('a ticked plan keeps its interval through the form', () => {
  const plan: Plan = {
    level: 4,
    updatedAt: 1,
    name: 'Evacuate',
    measures: '',
    responders: [],
    responseMinutes: 10,
    raiseInterval: true,
    intervalSeconds: 330,
    longestMinutes: 90,
  };
  const form = planFormOf(plan, usual);
  expect(form).toMatchObject({ name: 'Evacuate', monitoringFrequency: '', channels: [], minutes: 5.5, longest: 90 });
  expect(planBodyOf(form)).toMatchObject({ intervalSeconds: 330, longestMinutes: 90, escalateToLevel: 0 });
});
