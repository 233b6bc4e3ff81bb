import { useState } from 'react';

const most = 50;

interface Step {
  of: number;
  back: () => void;
}

/**
 * Undo steps: each change adds its step when it is made, so that the last one is undone first even while it is being
 * saved; a failed change drops its step. Steps belong to one drawing or map: only those of the open one can be undone.
 */
export function useUndo(of: number) {
  const [steps, setSteps] = useState<Step[]>([]);
  const last = steps.findLast((step) => step.of === of);
  return {
    /** Adds a step; returns a function that drops it. */
    push: (back: () => void) => {
      const step = { of, back };
      setSteps((old) => [...old.slice(-most + 1), step]);
      return () => setSteps((old) => old.filter((one) => one !== step));
    },
    undo:
      last &&
      (() => {
        setSteps((old) => old.filter((step) => step !== last));
        last.back();
      }),
  };
}
