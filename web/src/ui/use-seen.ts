import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been on the screen: what is expensive waits until then. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !element.current) return;
    const watch = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '120px',
    });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element, seen]);
  return seen;
}
