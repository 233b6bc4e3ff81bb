import type { ReactNode } from 'react';

interface Props {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A scrolling list that the keyboard can reach. */
export function ScrollList({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <ul className={className} tabIndex={0} aria-label={label}>
      {children}
    </ul>
  );
}
