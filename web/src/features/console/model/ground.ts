interface Layer {
  from: number;
  to: number;
}

/** overlapping reports whether layers overlap, or one has no thickness. */
export function overlapping(layers: readonly Layer[]): boolean {
  const sorted = [...layers].sort((a, b) => a.from - b.from);
  return sorted.some((one, i) => one.to <= one.from || one.from < (sorted[i - 1]?.to ?? Number.NEGATIVE_INFINITY));
}
