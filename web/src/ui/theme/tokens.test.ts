import { inkOnLevel, levelFill, levelInk, levelSoft, levels, type ThemeName, tokens } from './tokens';

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const themes: ThemeName[] = ['default', 'white'];

test.each(themes)('text of the %s theme has enough contrast on every background', (theme) => {
  const t = tokens[theme];
  for (const ground of [t.panel, t.sunk, t.hover, t.selected, t.raised, t.app]) {
    for (const text of [t.text, t.text2, t.text3]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.4);
  }
  expect(contrast(t.link, t.panel)).toBeGreaterThanOrEqual(4.5);
  expect(contrast('#FFFFFF', t.primary)).toBeGreaterThanOrEqual(4.5);
});

test.each(themes)('level names of the %s theme have enough contrast on the panel and on their tag', (theme) => {
  for (const level of levels) {
    expect(contrast(levelInk[theme][level], tokens[theme].panel)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(levelInk[theme][level], levelSoft[theme][level])).toBeGreaterThanOrEqual(4.5);
  }
});

test('text on a level fill has enough contrast', () => {
  for (const level of levels) expect(contrast(inkOnLevel, levelFill[level])).toBeGreaterThanOrEqual(4.5);
});
