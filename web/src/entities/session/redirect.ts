/** The page after signing in: only paths of this site. */
export function safeRedirect(target: string | null): string {
  return target?.startsWith('/') && !/^\/[/\\]/.test(target) && !target.startsWith('/sign') ? target : '/dashboard';
}

/** The sign-in page, with a redirect back to the current page. */
export function signPath(from: string): string {
  return from === '/' || from === '/dashboard' ? '/sign' : `/sign?redirect=${encodeURIComponent(from)}`;
}
