import { useState } from 'react';

const most = 50;

/** Steps back: each change hands over what takes it back. */
export function useUndo() {
  const [steps, setSteps] = useState<(() => void)[]>([]);
  return {
    push: (back: () => void) => setSteps((old) => [...old.slice(-most + 1), back]),
    undo:
      steps.length === 0
        ? undefined
        : () => {
            steps.at(-1)?.();
            setSteps((old) => old.slice(0, -1));
          },
  };
}
