import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keys } from '@/api/keys';
import { valueStats } from '@/api/stats';
import { useLive } from '@/shared/live/use-live';

/** However many values come, figures over many points are asked for again at most this often. */
const restMs = 5_000;

/**
 * Keeps figures over many points up to date while live values come. What is shown stays until the new figures are
 * there, so nothing flickers.
 */
export function useLiveStats(project?: number): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  useLive(
    ['live', 'alert'],
    ({ topic }) => {
      const queryKeys = topic === 'live' ? [valueStats] : [keys.stats, keys.alerts];
      const renew = () => {
        timer.current = undefined;
        for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
      };
      if (topic === 'live') timer.current ??= setTimeout(renew, restMs);
      else renew();
    },
    project,
  );
}
