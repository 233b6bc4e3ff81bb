import { useState } from 'react';
import { intervalText } from './time';

interface Seen {
  /** UTC ms. */
  at: number;
  /** 0 to 1. */
  progress: number;
}

const shortest = 3000;

/** How long work still takes at the pace between two looks at it, as text; '' while that is not known. */
export function timeLeft(first: Seen, now: Seen): string {
  const passed = now.at - first.at;
  const made = now.progress - first.progress;
  if (passed < shortest || made <= 0 || now.progress >= 1) return '';
  const seconds = ((1 - now.progress) * passed) / made / 1000;
  const step = seconds < 60 ? 5 : 60;
  return intervalText(Math.max(1, Math.ceil(seconds / step)) * step);
}

/** How long work still takes, at its pace since this was first shown; '' while that is not known. */
export function useTimeLeft(progress: number): string {
  const [first] = useState(() => ({ at: Date.now(), progress }));
  return timeLeft(first, { at: Date.now(), progress });
}
