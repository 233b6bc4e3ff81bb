import type { Session } from '../src/entities/session/session-store';

type Samples = Record<string, string | number | undefined>;

export function routePaths(): Promise<string[]>;
export function findSamples(base: string, password: string): Promise<{ session: Session; samples: Samples }>;
/** A route pattern as an address; undefined where a parameter has no sample. */
export function fill(path: string, samples: Samples): string | undefined;
