/** Saves what stands at an address of the server. The browser writes it to the disk as it comes, shows how far it is and
 *  lets it be stopped; nothing of it is held in the page. */
export function followLink(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

/** Saves what the page holds as a file of the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, '_');
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a text that the page holds. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveBlob(new Blob([text], { type }), name);
}
