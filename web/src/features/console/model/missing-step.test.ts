import { missingStep } from './missing-step';

const changing = [{ valueTypes: ['observed', 'accumulated'] }] as never;
const rain = [{ valueTypes: ['observed'] }] as never;

test.each([
  ['normal', [], changing, 'binding'],
  ['normal', ['binding'], changing, 'formula'],
  ['normal', ['binding', 'formula'], changing, 'initial'],
  ['normal', ['binding', 'formula'], rain, 'thresholds'],
  ['normal', ['binding', 'formula', 'initial', 'thresholds'], changing, null],
  ['virtual', [], changing, 'formula'],
  ['composite', [], changing, 'formula'],
  ['artificial', [], changing, 'initial'],
  ['artificial', ['initial'], changing, 'thresholds'],
])('the next step of a %s point with %j set and fields %j is %s', (type, set, attributes, step) => {
  expect(missingStep(type, new Set(set), attributes)).toBe(step);
});
