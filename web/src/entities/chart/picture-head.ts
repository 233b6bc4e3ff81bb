import { textWidth } from './text-width';

/** What stands above a picture that is saved. */
export interface PictureText {
  title: string;
  /** What it shows: facts with two spaces between them. */
  subtitle: string;
  /** Further lines of facts, which are asked for when it is saved. */
  facts?: (() => Promise<readonly string[]>) | undefined;
}

/** The title and the lines above a picture, and their height in pixels. */
export interface PictureHead {
  title: string;
  lines: readonly string[];
  height: number;
}

/** Where the title and the lines stand, and the way from one to the next, in pixels. */
export const titleLine = 23;
export const firstLine = 42;
export const lineHeight = 16;
/** Sizes of the title and of the lines, and the margin at both sides, in pixels. */
export const titleSize = 15;
export const lineSize = 11;
export const margin = 16;

/** pictureHead breaks the lines above a picture between two facts where they are wider than it. */
export async function pictureHead({ title, subtitle, facts }: PictureText, width: number): Promise<PictureHead> {
  const lines = [subtitle, ...((await facts?.()) ?? [])].flatMap((line) => broken(line, width - 2 * margin));
  return { title, lines, height: firstLine - 2 + lineHeight * Math.max(1, lines.length) };
}

function broken(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const fact of line.split('  ').filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last}  ${fact}`;
    if (last !== undefined && textWidth(longer, lineSize) <= width) lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines;
}
