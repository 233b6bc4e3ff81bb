import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, data, sessionHeaders } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { SseParser } from '@/shared/live/sse-parser';

type Schemas = components['schemas'];
export type LiveFrame = Schemas['LiveFrame'];
export type DecodedFrame = Schemas['DecodedFrame'];
export type DecodedReading = Schemas['DecodedReading'];
export type TriedFrame = Schemas['TriedFrame'];
export type DeadFrame = Schemas['DeadFrame'];

export interface Where {
  corporationId: number;
  deviceId: number;
}

const base = '/api/corporations/{corporationId}/devices/{deviceId}';
const keyOf = ({ corporationId, deviceId }: Where) => ['debug', corporationId, deviceId] as const;

/** How many frames are asked for at a time, and how many the live tail keeps. */
const atOnce = 50;
const mostKept = 2000;

/** Frames of a device, the newest first, from a place in the journal on. */
export function useFrames(where: Where, from: { seq: number; index: number } | null) {
  return useQuery({
    queryKey: [...keyOf(where), 'frames', from],
    queryFn: ({ signal }) =>
      data(
        client.GET(`${base}/frames`, {
          params: { path: { ...where }, query: { decode: true, limit: atOnce, ...from } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Frames as they come, while running; the newest first. */
export function useTail({ corporationId, deviceId }: Where, running: boolean) {
  const [frames, setFrames] = useState<LiveFrame[]>([]);
  useEffect(() => {
    if (!running) return;
    const ending = new AbortController();
    void tail(`/api/corporations/${corporationId}/devices/${deviceId}/frames/live`, ending.signal, (frame) =>
      setFrames((old) => [frame, ...old].slice(0, mostKept)),
    );
    return () => ending.abort();
  }, [corporationId, deviceId, running]);
  return frames;
}

const pauseMs = 3_000;

/** Reads the stream until it is ended, and comes back where the server was away. */
async function tail(path: string, signal: AbortSignal, take: (frame: LiveFrame) => void) {
  while (!signal.aborted) {
    try {
      const response = await fetch(path, { headers: { ...sessionHeaders(), Accept: 'text/event-stream' }, signal });
      if (!response.ok || !response.body) return;
      const parser = new SseParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        for (const { event, data: text } of parser.push(piece.value)) {
          if (event === 'frame') take(JSON.parse(text) as LiveFrame);
          if (event === 'end') return;
        }
      }
    } catch {
      // Away for now: what is shown stays.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export function useDeadFrames(where: Where) {
  return useQuery({
    queryKey: [...keyOf(where), 'dead'],
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${base}/dead-frames`, { params: { path: { ...where }, query: { limit: 200 } }, signal })))
        .list,
    staleTime: 0,
  });
}

export function useReplay(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => data(client.POST(`${base}/dead-frames/replay`, { params: { path: { ...where } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(where) }),
  });
}

export function useTry(where: Where) {
  return useMutation({
    mutationFn: (body: Schemas['FrameTrial']) =>
      data(client.POST(`${base}/frames/try`, { params: { path: { ...where } }, body })),
    meta: { quiet: true },
  });
}
