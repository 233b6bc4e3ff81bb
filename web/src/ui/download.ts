/**
 * Downloads a file of the server. The browser streams it to disk, shows progress and can cancel it; the page
 * keeps nothing in memory.
 */
export function followLink(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

/** Saves data of the page as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, '_');
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a text of the page as a download. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveBlob(new Blob([text], { type }), name);
}
