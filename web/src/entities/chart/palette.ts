import type { ChartTheme } from './chart-theme';

/** Palette indices of each color scheme: the hues of the standard one, so that they work in both themes. */
const orders: Record<string, readonly number[]> = {
  cool: [0, 4, 8],
  warm: [1, 3, 6, 9],
  mono: [0],
};

/** withPalette reorders the colors of a theme for a scheme. */
export function withPalette(theme: ChartTheme, palette: string | undefined): ChartTheme {
  const order = orders[palette ?? ''];
  return order ? { ...theme, palette: order.flatMap((i) => theme.palette[i] ?? []) } : theme;
}
