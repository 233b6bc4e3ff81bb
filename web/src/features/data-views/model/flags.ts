const outOfAccount = new Set(['invalid', 'outOfRange', 'abnormal', 'withdrawn']);

/** notCounting reports whether a reading is excluded from change, rate, alarms and statistics: shown in gray. */
export function notCounting(flags: readonly string[]): boolean {
  return flags.some((flag) => outOfAccount.has(flag));
}
