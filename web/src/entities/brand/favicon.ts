import { useEffect } from 'react';

/** Shows the corporation's own icon in the browser's tab; empty: the product's. */
export function useFavicon(src: string): void {
  useEffect(() => {
    if (!src) return;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const before = link?.getAttribute('href');
    const type = link?.getAttribute('type');
    link?.setAttribute('href', src);
    link?.removeAttribute('type');
    return () => {
      if (before) link?.setAttribute('href', before);
      if (type) link?.setAttribute('type', type);
    };
  }, [src]);
}
