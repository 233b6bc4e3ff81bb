/** The approximate width of a text in the chart font, in pixels: a Chinese character is as wide as two letters. */
export function textWidth(text: string, size = 11): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? size : size * 0.6), 0);
}
