import { useState } from 'react';

const most = 50;

interface Step {
  of: number;
  back: () => void;
}

/**
 * Steps back: each change hands over what takes it back as soon as it is made, so that the last one is undone first even
 * while it is on its way; one that was not kept is dropped. They belong to what was changed, a drawing or the map of a
 * project: what is not looked at is not undone.
 */
export function useUndo(of: number) {
  const [steps, setSteps] = useState<Step[]>([]);
  const last = steps.findLast((step) => step.of === of);
  return {
    /** Adds a step; answers how it is dropped. */
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
