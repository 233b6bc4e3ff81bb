interface Props {
  size?: number;
}

/** The mark of the product: beam, line and bob. */
export function Logo({ size = 22 }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M7 3.5h18" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M16 3.5v9" stroke="currentColor" strokeWidth="1.8" />
      <path d="M12.2 12.2h7.6l2.7 4.6L16 29L9.5 16.8Z" fill="var(--link)" />
      <path d="M12.2 12.2h7.6l2.7 4.6h-13Z" fill="currentColor" />
    </svg>
  );
}
