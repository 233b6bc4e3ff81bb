/** A round length in meters that fits the given number of pixels, for a scale bar. */
export function scaleBar(metersPerPixel: number, mostPixels: number): { meters: number; pixels: number } {
  const most = metersPerPixel * mostPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const meters = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
  return { meters, pixels: meters / metersPerPixel };
}

/** The label of a scale bar, in meters or kilometers. */
export const lengthText = (meters: number): string =>
  meters >= 1000 ? `${meters / 1000} km` : `${Number(meters.toPrecision(3))} m`;
