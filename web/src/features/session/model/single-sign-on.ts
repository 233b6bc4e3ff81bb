/** Kept by the browser during the provider's sign-in. */
interface Kept {
  binding: string;
  /** The page to open afterwards. */
  redirect: string | null;
}

const key = 'plumbline.sso';

export function keepBinding(kept: Kept): void {
  sessionStorage.setItem(key, JSON.stringify(kept));
}

/** Returns what was stored and removes it. */
export function takeBinding(): Kept | null {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!text) return null;
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return null;
  }
}

/** The provider's response in the fragment: a code that opens the session, or an error. */
export function answerOf(hash: string): { code?: string; error?: number } | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const code = values.get('sso');
  if (code) return { code };
  const error = Number(values.get('ssoError'));
  return error > 0 ? { error } : null;
}
