/** The two themes by the names that are stored in a profile: 'default' is dark. */
export type ThemeName = 'default' | 'white';

/** The color tokens of the design language. Written to CSS variables (--text2, …) and read by charts and maps. */
export interface Tokens {
  app: string;
  panel: string;
  raised: string;
  sunk: string;
  hover: string;
  selected: string;
  line: string;
  lineCtl: string;
  lineStrong: string;
  text: string;
  text2: string;
  text3: string;
  link: string;
  primary: string;
  fault: string;
  abnormal: string;
  grid: string;
  axis: string;
  sea: string;
  land: string;
  coast: string;
  graticule: string;
  spotlight: string;
  shadow: string;
}

const dark: Tokens = {
  app: '#0A131D',
  panel: '#101C29',
  raised: '#182737',
  sunk: '#0C1722',
  hover: '#1B2B3C',
  selected: '#12304D',
  line: '#213244',
  lineCtl: '#3A5068',
  lineStrong: '#6A8097',
  text: '#E4ECF4',
  text2: '#A9B9C9',
  text3: '#8C9FB2',
  link: '#4BA8F5',
  primary: '#0F6FC6',
  fault: '#BBA3F7',
  abnormal: '#71859A',
  grid: '#1B2A3A',
  axis: '#3A5068',
  sea: '#0A131D',
  land: '#1A2A3A',
  coast: '#2C4258',
  graticule: '#FFFFFF0D',
  spotlight: '#24374B',
  shadow: '0 8px 28px #00000080',
};

const white: Tokens = {
  app: '#F2F5F8',
  panel: '#FFFFFF',
  raised: '#FFFFFF',
  sunk: '#F6F8FA',
  hover: '#F0F5FA',
  selected: '#E3F0FC',
  line: '#E0E6EC',
  lineCtl: '#C3CEDA',
  lineStrong: '#7C8DA0',
  text: '#13202D',
  text2: '#45576A',
  text3: '#5C6E81',
  link: '#0B68BC',
  primary: '#0F6FC6',
  fault: '#6B45C6',
  abnormal: '#8494A3',
  grid: '#EAEFF4',
  axis: '#C3CEDA',
  sea: '#DFE8EF',
  land: '#F7F5F0',
  coast: '#C9D3DC',
  graticule: '#13202D12',
  spotlight: '#13202D',
  shadow: '0 8px 28px #13202D24',
};

export const tokens: Record<ThemeName, Tokens> = { default: dark, white };

/** Alert levels: 0 normal, 1 blue, 2 yellow, 3 orange, 4 red. */
export type Level = 0 | 1 | 2 | 3 | 4;
export const levels: readonly Level[] = [0, 1, 2, 3, 4];
export const worstFirst: readonly Level[] = [4, 3, 2, 1, 0];

/** The limits of a threshold by their names, those of the levels 1 to 4. */
export const limitNames = ['blue', 'yellow', 'orange', 'red'] as const;

/** Any number as a level, clamped to normal and red. */
export function asLevel(value: number): Level {
  return Math.min(4, Math.max(0, Math.trunc(value))) as Level;
}

/** Fill of a level, the same in both themes; only `inkOnLevel` may be written on it. */
export const levelFill: readonly [string, string, string, string, string] = [
  '#29B359',
  '#17A7F2',
  '#EDC733',
  '#ED8533',
  '#ED4C33',
];
export const inkOnLevel = '#0B1622';

/** Level as text. */
export const levelInk: Record<ThemeName, readonly [string, string, string, string, string]> = {
  default: ['#4CC77A', '#45B9F5', '#EDC733', '#F29A55', '#FF7B66'],
  white: ['#1B7339', '#0A69B3', '#755B00', '#A84B05', '#C4290F'],
};

/** Opaque ground of a level tag. */
export const levelSoft: Record<ThemeName, readonly [string, string, string, string, string]> = {
  default: ['#13302F', '#113045', '#2D332A', '#2F2B2A', '#35242B'],
  white: ['#E8F7ED', '#E3F4FD', '#FCF5DA', '#FCEEE2', '#FDE9E6'],
};

/** Series colors in order of selection. */
export const chartPalette: Record<ThemeName, readonly string[]> = {
  default: [
    '#9CC0F1',
    '#CF7AE2',
    '#ACB075',
    '#F89FBB',
    '#7B67DB',
    '#BBE9BA',
    '#B34B71',
    '#457B9F',
    '#F0DCFD',
    '#807718',
    '#9A8A90',
  ],
  white: [
    '#20228D',
    '#B13E8A',
    '#05665D',
    '#73771C',
    '#596EDD',
    '#5B0F5B',
    '#C374C0',
    '#6B4815',
    '#633AAA',
    '#978982',
    '#293519',
  ],
};

/** Monospaced font: frames, formulas, keys. */
export const mono = 'ui-monospace, "SFMono-Regular", "Cascadia Mono", Consolas, "Noto Sans Mono CJK SC", monospace';

/** The custom properties of a theme, without the leading dashes. */
export function cssVariables(theme: ThemeName): Record<string, string> {
  const variables: Record<string, string> = { ...tokens[theme], 'level-on': inkOnLevel, mono };
  for (const level of levels) {
    variables[`level-${level}`] = levelFill[level];
    variables[`level-${level}-ink`] = levelInk[theme][level];
    variables[`level-${level}-soft`] = levelSoft[theme][level];
  }
  return variables;
}

/** Sets the theme on the page. Properties are set through the CSSOM, which the content security policy allows. */
export function applyTheme(theme: ThemeName): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.style.colorScheme = theme === 'white' ? 'light' : 'dark';
  for (const [name, value] of Object.entries(cssVariables(theme))) root.style.setProperty(`--${name}`, value);
}
