import { type ReactNode, useEffect, useRef } from 'react';
import styles from './changed-flash.module.css';

interface Props {
  /** The watched value; on change a wash behind the children fades once. */
  value: unknown;
  children: ReactNode;
}

/** Highlights a changed value: the number changes at once, only its background fades. */
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
