export const stepKeys = ['project', 'structure', 'point', 'device', 'key', 'message', 'formula', 'threshold'] as const;
export type StepKey = (typeof stepKeys)[number];

/** What exists, as far as the steps need it. */
export interface Facts {
  project: boolean;
  structure: boolean;
  point: boolean;
  /** A device feeds the point. */
  device: boolean;
  /** The secret was shown here, or the device has sent and so has it. */
  key: boolean;
  message: boolean;
  formula: boolean;
  initial: boolean;
  threshold: boolean;
}

/** Which steps are done: each is derived from what exists, so that the setup can be left and resumed anywhere. */
export function doneSteps(facts: Facts): Record<StepKey, boolean> {
  return {
    project: facts.project,
    structure: facts.structure,
    point: facts.point,
    device: facts.device,
    key: facts.device && (facts.key || facts.message),
    message: facts.message,
    formula: facts.formula && facts.initial,
    threshold: facts.threshold,
  };
}

/** The first open step; null if all are done. */
export function currentStep(done: Record<StepKey, boolean>): StepKey | null {
  return stepKeys.find((key) => !done[key]) ?? null;
}

/** The next two open steps after a step. */
export function nextSteps(step: StepKey | null, done: Record<StepKey, boolean>): StepKey[] {
  if (step === null) return [];
  return stepKeys
    .slice(stepKeys.indexOf(step) + 1)
    .filter((key) => !done[key])
    .slice(0, 2);
}

/** Reports whether a step can be opened: what it builds on exists. */
export function reachable(step: StepKey, done: Record<StepKey, boolean>): boolean {
  const needs: Record<StepKey, StepKey | null> = {
    project: null,
    structure: 'project',
    point: 'structure',
    device: 'point',
    key: 'device',
    message: 'device',
    formula: 'device',
    threshold: 'device',
  };
  const needed = needs[step];
  return needed === null || done[needed];
}
