/** Reloads the current page. */
export function reloadPage(): void {
  window.location.reload();
}
