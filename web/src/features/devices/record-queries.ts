import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys } from '@/api/devices';
import { saveFile } from '@/api/save-file';
import type { components } from '@/api/schema.gen';
import type { RecordKey } from './model/record-key';

export type VibrationRecord = components['schemas']['VibrationRecord'];
export type RecordWaveform = components['schemas']['RecordWaveform'];
export type RecordSpectrum = components['schemas']['RecordSpectrum'];

export interface Where {
  corporationId: number;
  deviceId: number;
}

const list = '/api/corporations/{corporationId}/devices/{deviceId}/records' as const;
const one = `${list}/{time}` as const;
const atOnce = 10;
const refreshMs = 30_000;

const keyOf = (where: Where) => [...deviceKeys.one(where.corporationId, where.deviceId), 'vibration-records'];

/** The vibration records of a device that began before a time, newest first, in pages; 0: from the newest. */
export function useRecords(where: Where, before = 0, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...keyOf(where), 'list', before],
    queryFn: async ({ signal, pageParam }) =>
      (await data(client.GET(list, { params: { path: where, query: { before: pageParam, limit: atOnce } }, signal })))
        .list,
    initialPageParam: before,
    // Records that began together are never split, so that a page may have more.
    getNextPageParam: (last) => (last.length >= atOnce ? last.at(-1)?.time : undefined),
    refetchInterval: (query) => (query.state.data && query.state.data.pages.length > 1 ? false : refreshMs),
    enabled,
  });
}

/** Samples of a record from a first one on: all of them, or the smallest and largest of each bucket. */
export interface Excerpt {
  first: number;
  count: number;
}

const buckets = 1000;

/** A record with its samples; `excerpt` null is the whole record. */
export function useRecord(where: Where, { channelNo, time }: RecordKey, excerpt: Excerpt | null, enabled = true) {
  return useQuery({
    queryKey: [...keyOf(where), 'one', channelNo, time, excerpt],
    queryFn: ({ signal }) =>
      data(
        client.GET(one, {
          params: { path: { ...where, time }, query: { channelNo, buckets, ...excerpt } },
          signal,
        }),
      ),
    placeholderData: excerpt ? keepPreviousData : undefined,
    enabled,
  });
}

export type Window = 'hann' | 'rectangular';

/** The amplitude spectra of a record. */
export function useSpectrum(where: Where, { channelNo, time }: RecordKey, window: Window) {
  return useQuery({
    queryKey: [...keyOf(where), 'spectrum', channelNo, time, window],
    queryFn: ({ signal }) =>
      data(
        client.GET(`${one}/spectrum`, { params: { path: { ...where, time }, query: { channelNo, window } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Saves all samples of a record as csv. */
export function useExportRecord({ corporationId, deviceId }: Where, { channelNo, time }: RecordKey) {
  return useMutation({
    mutationFn: (name: string) =>
      saveFile(
        `/api/corporations/${corporationId}/devices/${deviceId}/records/${time}/csv`,
        { channelNo: channelNo || undefined },
        name,
      ),
  });
}
