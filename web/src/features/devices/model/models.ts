import type { DeviceModel, Label } from '@/api/catalog';

/** Models as options, grouped by their series in the order of the catalog. */
export function bySeries(models: readonly DeviceModel[], say: (label: Label) => string) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const one of models) {
    const series = say(one.series);
    const options = groups.get(series) ?? [];
    options.push({ value: one.code, label: `${say(one.label)} (${one.code})` });
    groups.set(series, options);
  }
  return [...groups].map(([label, options]) => ({ label, options }));
}

/** Reports whether a text is empty or only a prefix filled in by a model. */
export function isPrefix(models: readonly DeviceModel[], text: string | undefined): boolean {
  return !text || models.some((one) => one.sncodePrefix === text || one.registerPrefix === text);
}
