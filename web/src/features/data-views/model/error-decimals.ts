/** errorDecimals is how many decimals a number has when its error has two digits. */
export function errorDecimals(standardError: number): number {
  if (!(standardError > 0)) return 3;
  return Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(standardError))));
}
