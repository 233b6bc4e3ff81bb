import type { Threshold } from '@/entities/chart/threshold-lines';

/** The derivation of one value from instrument to screen, as sent by the server. Missing numbers are null. */
export interface Explanation {
  field: string;
  label: string;
  unit: string;
  decimals: number;
  node: number;
  depth: number | null;
  time: number;
  flags: readonly string[];
  /** Stable key of the reason for a missing value; otherwise empty. */
  reason: string;
  raw: readonly RawValue[];
  versions: readonly UsedVersion[];
  steps: readonly Step[];
  initial: number | null;
  initialFrom: number | null;
  corrections: readonly UsedCorrection[];
  observed: number | null;
  accumulated: number | null;
  change: number | null;
  rate: number | null;
  verdicts: readonly Verdict[];
}

export interface RawValue {
  device: string;
  channel: number;
  label: string;
  unit: string;
  node: number;
  time: number;
  received: number;
  value: number | null;
  /** Range of the instrument; null: no limit. */
  min: number | null;
  max: number | null;
  revisions: readonly { value: number | null; received: number }[];
}

export interface UsedVersion {
  owner: string;
  aspect: string;
  id: number;
  validFrom: number;
  note: string;
}

export interface Step {
  key: string;
  formula: string;
  inputs: readonly { name: string; value: number | null; unit: string }[];
  label: string;
  value: number | null;
  unit: string;
  decimals: number | undefined;
}

export interface UsedCorrection {
  id: number;
  kind: string;
  from: number;
  to: number;
  amount: number | null;
  /** The systematic errors that were taken out of a survey, by name. */
  values?: Readonly<Record<string, number>>;
  note: string;
  recorded: number;
}

export interface Verdict {
  threshold: Threshold;
  value: number | null;
  level: number;
  side: 'upper' | 'lower';
  /** The limit that was reached, or the first one for a normal value. Null if the value was not judged. */
  limit: number | null;
}
