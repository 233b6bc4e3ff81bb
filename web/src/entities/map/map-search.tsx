import { SearchOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { AutoComplete, Input } from 'antd';
import type OlMap from 'ol/Map';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { describeError } from '@/api/errors';
import type { components } from '@/api/schema.gen';
import { fits } from '@/ui/form/limited';
import { announce } from '@/ui/messages';
import { formatCoordinate, parsePlace } from './coordinate';
import { useMapInfo } from './map-info';
import styles from './map-tools.module.css';
import { matchingSites } from './search-sites';
import { markerZoom, placeZoom, type Site } from './site';
import { moveTo } from './view-moves';

/** Pause in typing before the provider is called. */
const typingMs = 400;
/** Maximum length of a search text, in characters. */
const longest = 50;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Props {
  map: OlMap | undefined;
  /** Sites on the map, which are found by name without the provider. */
  sites: readonly Site[];
  onFound?: (longitude: number, latitude: number) => void;
}

/** Finds sites on the map by name, and places through the online provider if there is one. A result moves the map. */
export function MapSearch({ map, sites, onFound }: Props) {
  const { t } = useTranslation(['map', 'forms']);
  const queryClient = useQueryClient();
  const { online, failing } = useMapInfo();
  const [text, setText] = useState('');
  const keyword = useSettled(text.trim());
  /** The name of the last chosen result, which is not searched for again. */
  const [chosen, setChosen] = useState('');
  const ours = matchingSites(sites, useDeferredValue(text));
  const tooLong = !fits(keyword, longest);
  const asks = online && !failing && keyword !== chosen && !tooLong;
  const places = useQuery({
    queryKey: ['map', 'places', keyword],
    queryFn: ({ signal }) => data(client.GET('/api/map/places', { params: { query: { keyword } }, signal })),
    enabled: asks && keyword !== '',
    staleTime: 300_000,
    retry: false,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const typed = parsePlace(text);
  const found = keyword && asks ? (places.data?.list ?? []) : [];

  async function choose(value: string) {
    if (!map) return;
    const [source = '', index = ''] = value.split(':');
    if (source === 'typed') {
      if (!typed) return;
      moveTo(map, typed.longitude, typed.latitude, Math.max(map.getView().getZoom() ?? 0, placeZoom));
      onFound?.(typed.longitude, typed.latitude);
      return;
    }
    if (source === 'site') {
      const site = ours[Number(index)];
      if (!site) return;
      setText(site.name);
      setChosen(site.name);
      moveTo(
        map,
        site.longitude,
        site.latitude,
        Math.max(map.getView().getZoom() ?? 0, markerZoom[site.kind ?? 'project']),
      );
      return;
    }
    const place = found[Number(index)];
    if (!place) return;
    setText(place.name);
    setChosen(place.name);
    try {
      // A suggestion may have only a name: geocoding finds its position.
      const { longitude, latitude } =
        place.longitude === undefined
          ? await queryClient.fetchQuery({
              queryKey: ['map', 'geocoding', place.name, place.address],
              queryFn: () =>
                data(
                  client.GET('/api/map/geocoding', {
                    params: { query: { keyword: `${place.address}${place.name}`.slice(0, 50) } },
                  }),
                ),
            })
          : place;
      if (longitude === undefined || latitude === undefined) return;
      moveTo(map, longitude, latitude, placeZoom);
      onFound?.(longitude, latitude);
    } catch (error) {
      announce('error', describeError(error));
    }
  }

  const options = useOptions(typed, ours, found);
  const settled = text.trim() !== '' && text.trim() === keyword && !places.isFetching;
  const nothing = tooLong
    ? t('forms:tooLong', { max: longest, count: [...keyword].length })
    : places.error && asks
      ? t('searchFailed')
      : t(online ? 'nothing' : 'nothingOffline', { text: text.trim() });

  return (
    <AutoComplete
      className={styles.search ?? ''}
      value={text}
      options={options}
      popupMatchSelectWidth={300}
      defaultActiveFirstOption
      notFoundContent={settled ? nothing : null}
      onChange={(value) => setText(/^(site|place|typed):\d+$/.test(value) ? text : value)}
      onSelect={(value) => void choose(value)}
    >
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label={online ? t('search') : t('searchHere')}
        placeholder={online ? t('search') : t('searchHere')}
      />
    </AutoComplete>
  );
}

type Place = components['schemas']['MapPlace'];

/** Search results by source: a typed coordinate, sites on the map, places of the provider. */
function useOptions(typed: ReturnType<typeof parsePlace>, ours: readonly Site[], found: readonly Place[]) {
  const { t } = useTranslation('map');
  return [
    ...(typed
      ? [
          {
            label: t('typed'),
            options: [
              {
                value: 'typed:0',
                label: `${formatCoordinate(typed.longitude, 'longitude')} ${formatCoordinate(typed.latitude, 'latitude')}`,
              },
            ],
          },
        ]
      : []),
    ...(ours.length > 0
      ? [
          {
            label: t('ours'),
            options: ours.map((site, index) => ({
              value: `site:${index}`,
              label: (
                <span className={styles.result}>
                  {site.name}
                  {site.kind && <span className={styles.address}>{t(`kind.${site.kind}`)}</span>}
                </span>
              ),
            })),
          },
        ]
      : []),
    ...(found.length > 0
      ? [
          {
            label: t('places'),
            options: found.map((place, index) => ({
              value: `place:${index}`,
              label: (
                <span className={styles.result}>
                  {place.name}
                  <span className={styles.address}>{place.address}</span>
                </span>
              ),
            })),
          },
        ]
      : []),
  ];
}
