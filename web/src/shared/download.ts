/** Saves what stands at an address of the server. The browser writes it to the disk as it comes, shows how far it is and
 *  lets it be stopped; nothing of it is held in the page. */
export function followLink(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
