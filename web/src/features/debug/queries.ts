import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, data, sessionHeaders } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { SseParser } from '@/entities/live/sse-parser';

type Schemas = components['schemas'];
export type LiveFrame = Schemas['LiveFrame'];
export type DecodedFrame = Schemas['DecodedFrame'];
export type DecodedReading = Schemas['DecodedReading'];
export type TriedFrame = Schemas['TriedFrame'];
export type FrameTrial = Schemas['FrameTrial'];
export type FramePart = Schemas['FramePart'];
export type ReplayPreview = Schemas['ReplayPreview'];
export type DeadFrame = Schemas['DeadFrame'];

export interface Where {
  corporationId: number;
  deviceId: number;
}

const base = '/api/corporations/{corporationId}/devices/{deviceId}';
const keyOf = ({ corporationId, deviceId }: Where) => ['debug', corporationId, deviceId] as const;

/** Page size of dead frames. */
export const mostDead = 200;

/** Page size of frames, and the length of the live tail. */
const atOnce = 50;
const mostKept = 500;

/** Frames of a device, the newest first, from a position in the journal. */
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

/** Live frames while `running`, newest first, and whether the stream is open. */
export function useTail(where: Where, running: boolean) {
  const { corporationId, deviceId } = where;
  const [frames, setFrames] = useState<LiveFrame[]>([]);
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!running) return;
    const ending = new AbortController();
    void tail(`/api/corporations/${corporationId}/devices/${deviceId}/frames/live`, ending.signal, {
      opened: () => {
        setOpen(true);
        // The list has what arrived while the stream was interrupted.
        void queryClient.invalidateQueries({ queryKey: [...keyOf({ corporationId, deviceId }), 'frames'] });
      },
      closed: () => setOpen(false),
      take: (frame) => setFrames((old) => [frame, ...old].slice(0, mostKept)),
    });
    return () => {
      ending.abort();
      setOpen(false);
    };
  }, [corporationId, deviceId, running, queryClient]);
  return { frames, open };
}

const pauseMs = 3_000;

interface Tail {
  opened: () => void;
  closed: () => void;
  take: (frame: LiveFrame) => void;
}

/** Reads the stream until it is aborted, and reconnects after an outage or if the server has too many readers. */
async function tail(path: string, signal: AbortSignal, { opened, closed, take }: Tail) {
  while (!signal.aborted) {
    try {
      const response = await fetch(path, { headers: { ...sessionHeaders(), Accept: 'text/event-stream' }, signal });
      if (response.status === 401 || response.status === 403 || response.status === 404) return;
      if (response.ok && response.body) {
        const parser = new SseParser();
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          for (const { event, data: text } of parser.push(piece.value)) {
            if (event === 'ready') opened();
            if (event === 'frame') take(JSON.parse(text) as LiveFrame);
            if (event === 'end') return closed();
          }
        }
      }
    } catch {
      // Unreachable for now: shown data stays.
    }
    if (signal.aborted) return;
    closed();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Dead frames of a device, the newest first, from a place on. */
export function useDeadFrames(where: Where, from: { seq: number; index: number } | null) {
  return useQuery({
    queryKey: [...keyOf(where), 'dead', from],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET(`${base}/dead-frames`, {
            params: { path: { ...where }, query: { limit: mostDead, ...from } },
            signal,
          }),
        )
      ).list,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useReplay(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    /** Retries the given frames, or all if none are given. */
    mutationFn: (frames: { seq: number; index: number }[]) =>
      data(
        client.POST(`${base}/dead-frames/replay`, {
          params: { path: { ...where } },
          body: frames.length > 0 ? { frames: frames.map(({ seq, index }) => ({ seq, index })) } : {},
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(where) }),
  });
}

/** Removes frames from the list that will never become readings. */
export function useDismiss(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (frames: { seq: number; index: number }[]) =>
      data(
        client.POST(`${base}/dead-frames/dismiss`, {
          params: { path: { ...where } },
          body: { frames: frames.map(({ seq, index }) => ({ seq, index })) },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(where) }),
  });
}

/** What a frame is: its fields, readings, and the points that they reach. Nothing is stored. */
export function useInspected(where: Where, frame: Schemas['FrameTrial'] | null) {
  return useQuery({
    queryKey: [...keyOf(where), 'tried', frame],
    enabled: frame !== null && frame.content !== '',
    queryFn: ({ signal }) =>
      data(
        client.POST(`${base}/frames/try`, {
          params: { path: { ...where } },
          body: frame as Schemas['FrameTrial'],
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useTry(where: Where) {
  return useMutation({
    mutationFn: (body: Schemas['FrameTrial']) =>
      data(client.POST(`${base}/frames/try`, { params: { path: { ...where } }, body })),
    meta: { quiet: true },
  });
}

/** Sends text or bytes to the instrument; the answer appears in the log. */
export function useTestCommand(where: Where) {
  return useMutation({
    mutationFn: (body: { format: 'text' | 'hex'; content: string }) =>
      data(client.POST('/api/common/debug-command', { body: { deviceId: where.deviceId, ...body } })),
    meta: { quiet: true },
  });
}

/** What a replay would do. */
export function useReplayPreview(where: Where) {
  return useMutation({
    mutationFn: (frames: { seq: number; index: number }[]) =>
      data(
        client.POST(`${base}/dead-frames/replay/preview`, {
          params: { path: { ...where } },
          body: frames.length > 0 ? { frames: frames.map(({ seq, index }) => ({ seq, index })) } : {},
        }),
      ),
  });
}
