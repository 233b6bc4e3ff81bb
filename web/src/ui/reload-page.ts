/** Loads the page anew, where one is. */
export function reloadPage(): void {
  window.location.reload();
}
