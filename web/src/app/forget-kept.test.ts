import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keys } from '@/api/keys';
import { forgetKept } from './query-client';

const list = [...keys.alerts, 'list', 7];
const overview = keys.overview(7);
const forever = ['catalog'];
let client: QueryClient;
let leave: () => void;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  client.setQueryDefaults(forever, { staleTime: Number.POSITIVE_INFINITY });
  for (const key of [list, overview, forever]) client.setQueryData(key, []);
  leave = new QueryObserver(client, { queryKey: keys.stats, queryFn: () => [], initialData: [] }).subscribe(() => {});
});
afterEach(() => leave());

const outdated = () =>
  [list, overview, forever, keys.stats].filter((key) => client.getQueryState([...key])?.isInvalidated === true);

it('marks the list of alerts that nobody looks at when an alert changes, not what is shown or never changes', () => {
  forgetKept(client, 'alert');
  expect(outdated()).toEqual([list, overview]);
});

it('marks values alone when a reading comes', () => {
  forgetKept(client, 'live');
  expect(outdated()).toEqual([overview]);
});
