/** Short messages at the top of the page. Anything that a panel or field can show itself does not belong here. */
export interface Announcement {
  kind: 'success' | 'warning' | 'error';
  text: string;
}

type Listener = (announcement: Announcement) => void;
const listeners = new Set<Listener>();

export function announce(kind: Announcement['kind'], text: string): void {
  for (const listener of listeners) listener({ kind, text });
}

/** Returns a function that stops listening. */
export function onAnnounce(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
