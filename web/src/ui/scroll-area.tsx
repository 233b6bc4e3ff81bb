import type { ReactNode } from 'react';

interface Props {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** An area that scrolls, also by the keyboard. */
export function ScrollArea({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
