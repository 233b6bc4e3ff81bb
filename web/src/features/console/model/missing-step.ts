import type { Attribute } from '@/api/catalog';

const steps = ['binding', 'formula', 'initial', 'thresholds'] as const;
export type Step = (typeof steps)[number];

const unneeded: Record<string, readonly Step[]> = {
  artificial: ['binding', 'formula'],
  virtual: ['binding'],
  composite: ['binding'],
};

/** The first aspect that a point lacks before its values are judged. */
export function missingStep(
  type: string,
  set: ReadonlySet<string>,
  attributes: readonly Pick<Attribute, 'valueTypes'>[],
): Step | null {
  const changes = attributes.some((one) => one.valueTypes.includes('accumulated'));
  const needed = steps.filter((step) => !unneeded[type]?.includes(step) && (step !== 'initial' || changes));
  return needed.find((step) => !set.has(step)) ?? null;
}
