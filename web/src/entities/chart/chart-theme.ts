import { levelOutline } from '@/entities/alert/level-shapes';
import { chartPalette, levelFill, levelInk, type ThemeName, type Tokens, tokens } from '@/ui/theme/tokens';

/** The colors a chart draws with. Not read from the page: an exported picture is always white. */
export interface ChartTheme extends Tokens {
  palette: readonly string[];
  levelFill: readonly string[];
  levelInk: readonly string[];
}

export const chartTheme: Record<ThemeName, ChartTheme> = {
  default: { ...tokens.default, palette: chartPalette.default, levelFill, levelInk: levelInk.default },
  white: { ...tokens.white, palette: chartPalette.white, levelFill, levelInk: levelInk.white },
};

/** The shapes of the levels as chart symbols. */
export const levelSymbol: readonly string[] = Object.values(levelOutline).map((path) => `path://${path}`);

export const chartFont =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';
