/** The page after signing in: only paths of this site. */
export function safeRedirect(target: string | null): string {
  return target?.startsWith('/') && !/^\/[/\\]/.test(target) && !target.startsWith('/sign') ? target : '/dashboard';
}

/** The sign-in page that leads back to where one was. */
export function signPath(from: string): string {
  return from === '/' || from === '/dashboard' ? '/sign' : `/sign?redirect=${encodeURIComponent(from)}`;
}
