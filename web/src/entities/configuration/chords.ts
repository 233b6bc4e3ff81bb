/** chordsOf reads pairs of nodes as people write them, "0-6, 3–9"; null if the text is anything else. */
export function chordsOf(text: string): [number, number][] | null {
  const parts = text
    .split(/[,，;；\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const chords: [number, number][] = [];
  for (const part of parts) {
    const [, from, to] = /^(\d{1,4})[-–—~](\d{1,4})$/.exec(part) ?? [];
    if (from === undefined || to === undefined) return null;
    chords.push([Number(from), Number(to)]);
  }
  return chords;
}

export function chordsText(chords: readonly (readonly number[])[]): string {
  return chords.map(([from, to]) => `${from}-${to}`).join(', ');
}
