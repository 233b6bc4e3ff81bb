const outOfAccount = new Set(['invalid', 'outOfRange', 'abnormal', 'withdrawn']);

/** notCounting tells whether a reading is out of change, rate, alarms and statistics: shown in grey. */
export function notCounting(flags: readonly string[]): boolean {
  return flags.some((flag) => outOfAccount.has(flag));
}
