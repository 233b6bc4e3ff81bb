import { type ReactNode, useEffect, useRef } from 'react';
import styles from './changed-flash.module.css';

interface Props {
  /** What is watched; when it changes, a wash behind the children fades once. */
  value: unknown;
  children: ReactNode;
}

/** Shows that a value has just changed: the number is new at once, only its ground fades. */
export function ChangedFlash({ value, children }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!still) element.current?.animate?.([{ background: 'var(--selected)' }, { background: 'transparent' }], 600);
  }, [value]);
  return (
    <span ref={element} className={styles.flash}>
      {children}
    </span>
  );
}
