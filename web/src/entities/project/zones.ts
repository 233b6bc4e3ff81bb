/** Time zones known to the browser, the most likely one first. */
export function zones(first = 'Asia/Shanghai'): string[] {
  return [first, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== first)];
}
