import type { ChartTheme } from './chart-theme';

/** The places in the palette of each choice of colours: the hues of the standard one, so that both themes hold. */
const orders: Record<string, readonly number[]> = {
  cool: [0, 4, 8],
  warm: [1, 3, 6, 9],
  mono: [0],
};

/** withPalette takes the colours of a theme in the order of a choice. */
export function withPalette(theme: ChartTheme, palette: string | undefined): ChartTheme {
  const order = orders[palette ?? ''];
  return order ? { ...theme, palette: order.flatMap((i) => theme.palette[i] ?? []) } : theme;
}
