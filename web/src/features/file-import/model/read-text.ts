/** Bytes that a file may have; the server takes 32 MB with what wraps it. */
export const largestFile = 30 * 1024 * 1024;

/** What the preview looks at, in characters. */
export const beginning = 256 * 1024;

/** The text of a file. Loggers and spreadsheets in China write GB 18030 where it is not UTF-8. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The first lines of a text, whole ones. */
export function beginningOf(text: string): string {
  if (text.length <= beginning) return text;
  const end = text.lastIndexOf('\n', beginning);
  return text.slice(0, end > 0 ? end + 1 : beginning);
}
