import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { pagesQuery, useLabel } from '@/api/catalog';
import type { PageSlug } from '../model/types';
import type { Page } from '../model/view';

/** usePage returns data views as the catalog describes them; until it is loaded the slug serves as the title. */
export function usePage(): (slug: PageSlug) => Page {
  const say = useLabel();
  const { data } = useQuery(pagesQuery);
  return useCallback(
    (slug: PageSlug) => {
      const found = data?.find((one) => one.slug === slug);
      return { slug, title: found ? say(found.label) : slug, spanDays: found?.spanDays ?? 0 };
    },
    [data, say],
  );
}
