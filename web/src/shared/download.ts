/** Saves what stands at an address of the server. The browser writes it to the disk as it comes, shows how far it is and
 *  lets it be stopped; nothing of it is held in the page. */
export function followLink(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

/** Saves a text that the page holds as a file of the browser's downloads. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
