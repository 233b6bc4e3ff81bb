import { useCallback, useEffect, useState } from 'react';

/** Seconds that are left, counted down by the clock; a window in the background loses none. */
export function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) setUntil(0);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = useCallback((seconds: number) => {
    setUntil(Date.now() + seconds * 1000);
    setLeft(seconds);
  }, []);
  return { left, start };
}
