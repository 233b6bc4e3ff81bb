import { useState } from 'react';

const most = 50;

interface Step {
  of: number;
  back: () => void;
}

/**
 * Steps back: each change that was kept hands over what takes it back. They belong to what was changed, a drawing or the
 * map of a project: what is not looked at is not undone.
 */
export function useUndo(of: number) {
  const [steps, setSteps] = useState<Step[]>([]);
  const last = steps.findLast((step) => step.of === of);
  return {
    push: (back: () => void) => setSteps((old) => [...old.slice(-most + 1), { of, back }]),
    undo:
      last &&
      (() => {
        setSteps((old) => old.filter((step) => step !== last));
        last.back();
      }),
  };
}
