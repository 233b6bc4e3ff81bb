import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './panel.module.css';

interface Props {
  title?: ReactNode;
  /** Right side of the head: a remark, a segmented choice or one link. */
  extra?: ReactNode;
  /** New data is on its way while the old stays: a thin line on top. */
  busy?: boolean;
  className?: string | undefined;
  /** The body scrolls inside the panel (default); maps and charts fill it instead. */
  fill?: boolean;
  children: ReactNode;
}

/** The one surface of the pages: flat, with a head of 40 and a body that scrolls inside. */
export function Panel({ title, extra, busy = false, className, fill = false, children }: Props) {
  const titleId = useId();
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={title ? titleId : undefined}>
      {busy && <div className={styles.busy} aria-hidden="true" />}
      {(title || extra) && (
        <header className={styles.head}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <div className={styles.extra}>{extra}</div>
        </header>
      )}
      {fill ? (
        <div className={styles.fill}>{children}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        <section className={styles.body} tabIndex={0} aria-labelledby={title ? titleId : undefined}>
          {children}
        </section>
      )}
    </section>
  );
}
