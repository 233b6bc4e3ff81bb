import type { components } from '@/api/schema.gen';

/** The rules that turn what the instrument sends into values. */
export type Formula = components['schemas']['PointFormula'];
