const key = 'plumbline.reloaded';
const quietMs = 60_000;

/** Reloads the page, but not twice within a minute. Returns whether it does. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < quietMs) return false;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
  return true;
}
