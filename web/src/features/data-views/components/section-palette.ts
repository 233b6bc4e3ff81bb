import type { ChartContext } from '@/entities/chart/chart-words';

/** paletteOf is the color of a curve. */
export const paletteOf = ({ theme }: ChartContext, index: number): string =>
  theme.palette[index % theme.palette.length] as string;
