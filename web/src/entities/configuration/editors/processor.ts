import type { components } from '@/api/schema.gen';

/** How the readings of a point are processed. */
export type Processor = components['schemas']['PointProcessor'];
