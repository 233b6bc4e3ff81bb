/** Kinds that the form records. */
export const kinds = ['shift', 'withdraw', 'replace', 'topshift', 'initshift'] as const;

/** Kinds in lists: readings are amended and flagged where they are shown, not in the form. */
export const listedKinds = [...kinds, 'amend', 'suspect', 'casing'] as const;

interface Fields {
  kind: string;
  fields?: readonly string[];
  from: number;
  to?: number;
  amount?: number;
  values?: Readonly<Record<string, number>>;
  note: string;
}

/** correctionReady reports whether a correction is complete: kind, time, amount and reason. */
export function correctionReady(c: Fields): boolean {
  if (c.note.trim() === '' || !(c.from > 0)) return false;
  switch (c.kind) {
    case 'shift':
      return c.fields?.length === 1 && c.amount !== undefined && c.amount !== 0;
    case 'withdraw':
      return (c.to ?? 0) >= c.from;
    case 'topshift':
      return c.values?.x !== undefined && c.values.y !== undefined;
    default:
      return Object.keys(c.values ?? {}).length > 0;
  }
}
