import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSize } from '@/ui/use-size';
import styles from './tab-scroll.module.css';

interface Props {
  /** What the current tab is: it is scrolled into view. */
  current: string | undefined;
  children: ReactNode;
}

/** Tabs in one row. Where they do not fit, an arrow at the side leads to those that are out of view. */
export function TabScroll({ current, children }: Props) {
  const { t } = useTranslation('data-views');
  const list = useRef<HTMLDivElement>(null);
  const { width } = useSize(list);
  const [out, setOut] = useState({ before: false, after: false });
  const look = useCallback(() => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = list.current ?? {};
    setOut({ before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the current tab is depends on it
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is out of view depends on both
  useEffect(look, [children, width]);
  const move = (by: -1 | 1) => list.current?.scrollBy({ left: by * width * 0.7 });
  return (
    <div className={styles.tabs}>
      {out.before && (
        <button type="button" className={styles.arrow} aria-label={t('header.tabsBefore')} onClick={() => move(-1)}>
          <LeftOutlined aria-hidden />
        </button>
      )}
      <div ref={list} className={styles.list} data-before={out.before} data-after={out.after} onScroll={look}>
        {children}
      </div>
      {out.after && (
        <button type="button" className={styles.arrow} aria-label={t('header.tabsAfter')} onClick={() => move(1)}>
          <RightOutlined aria-hidden />
        </button>
      )}
    </div>
  );
}
