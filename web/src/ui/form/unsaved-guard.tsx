import { lazy, Suspense, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { useQuestion, wouldLose } from './unsaved';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog')).LeaveDialog }));

/** Going to sign-in means that the session is over: nothing can be saved any more. */
const over = '/sign';

/** Asks before a navigation loses unsaved changes. Mounted once, around all pages. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== over && wouldLose({ from: currentLocation, to: nextLocation }),
  );
  const asked = useQuestion((state) => state.asked);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const question = blocker.state === 'blocked' ? { go: blocker.proceed, stay: blocker.reset } : asked;
  // The dialog stays mounted after first use: closing it returns the focus.
  const [needed, setNeeded] = useState(false);
  if (question && !needed) setNeeded(true);
  if (!needed) return null;
  const answer = (then: (() => void) | undefined) => () => {
    useQuestion.setState({ asked: null });
    then?.();
  };
  return (
    <Suspense fallback={null}>
      <LeaveDialog open={question !== null} onGo={answer(question?.go)} onStay={answer(question?.stay)} />
    </Suspense>
  );
}
