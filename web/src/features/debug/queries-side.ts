import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { refusalText } from '@/entities/frame/frame-text';
import { hexText, payloadBytes } from './model/bytes';
import { useFrames, useInspected, useTail, type Where } from './queries';

export type { Where };

const base = '/api/corporations/{corporationId}/devices/{deviceId}';

/** What the device sends on a line, by its protocol. */
export function useLineExample(where: Where) {
  return useQuery({
    queryKey: ['debug', where.corporationId, where.deviceId, 'example'],
    queryFn: ({ signal }) => data(client.GET(`${base}/line-example`, { params: { path: { ...where } }, signal })),
    staleTime: 0,
  });
}

/** When each step was reached last (UTC ms); null: not yet. */
export interface Progress {
  byte: number | null;
  registered: number | null;
  decoded: number | null;
  feeds: number | null;
  /** Why the next step was refused, if it was. */
  why: string;
}

const askEveryMs = 5_000;

/** How far the data of a device come, from its attempts, its frames, and the points that its newest frame reaches. */
export function useProgress(where: Where): Progress {
  const live = useTail(where, true);
  const attempts =
    useQuery({
      queryKey: ['debug', where.corporationId, where.deviceId, 'attempts'],
      queryFn: async ({ signal }) =>
        (await data(client.GET(`${base}/attempts`, { params: { path: { ...where } }, signal }))).list,
      refetchInterval: askEveryMs,
    }).data ?? [];
  const frames = [...live.frames, ...(useFrames(where, null).data?.list ?? [])].filter((one) => one.kind !== 'down');
  const sound = frames.find((one) => one.decoded && one.decoded.readings.length > 0 && one.transport !== 'file');
  const reached = useInspected(
    where,
    sound && sound.transport !== 'file'
      ? {
          format: 'hex',
          content: hexText(payloadBytes(sound)),
          transport: sound.transport,
          kind: sound.kind,
          received: sound.received,
        }
      : null,
  ).data;
  const connected = attempts.findLast((one) => one.reason === 'connected');
  const refused = attempts.findLast((one) => one.reason !== 'connected');
  const [newest] = frames;
  return {
    byte: attempts.at(-1)?.time ?? newest?.received ?? null,
    registered: connected?.time ?? newest?.received ?? null,
    decoded: sound?.received ?? null,
    feeds: reached?.points.length ? (sound?.received ?? null) : null,
    why:
      (!connected && !newest && refused && refusalText(refused.text, refused.fields)) ||
      (newest && !sound && newest.decoded?.refusal) ||
      '',
  };
}
