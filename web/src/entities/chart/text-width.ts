/** About how wide a text is in the letters of a chart, in pixels: a Chinese letter takes the room of two. */
export function textWidth(text: string, size = 11): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? size : size * 0.6), 0);
}
