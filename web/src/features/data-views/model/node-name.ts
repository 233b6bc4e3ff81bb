/** nodeName names a node by its depth, or by its number where it has none. */
export const nodeName = (
  { no, depth }: { no: number; depth: number | null },
  t: (key: 'node', values: { no: number }) => string,
) => (depth === null ? t('node', { no }) : `${depth.toFixed(1)} m`);
