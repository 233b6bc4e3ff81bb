/** A round length in metres that spans at most so many pixels, for a scale bar. */
export function scaleBar(metresPerPixel: number, mostPixels: number): { metres: number; pixels: number } {
  const most = metresPerPixel * mostPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
  return { metres, pixels: metres / metresPerPixel };
}

/** The label of a scale bar, in metres or kilometres. */
export const lengthText = (metres: number): string =>
  metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(3))} m`;
