/** Why this browser cannot get push messages; empty: it can. */
export type Obstacle = '' | 'insecure' | 'unsupported' | 'denied';

interface Surroundings {
  isSecureContext: boolean;
  navigator: object;
  PushManager?: unknown;
  Notification?: { permission: NotificationPermission };
}

/** Without https browsers hide the parts that are looked for next, so that comes first. */
export function obstacleIn(at: Surroundings): Obstacle {
  if (!at.isSecureContext) return 'insecure';
  if (!('serviceWorker' in at.navigator) || !at.PushManager || !at.Notification) return 'unsupported';
  return at.Notification.permission === 'denied' ? 'denied' : '';
}

const worker = '/push-worker.js';

/** The person closed the question of the browser, or answered no. */
export class NotPermitted extends Error {}

/** The browser could not subscribe at the push service of its maker. */
export class NoPushService extends Error {}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** SHA-256 of the address of this browser's subscription, hexadecimal; empty: it has none. */
export async function digestOf(): Promise<string> {
  if (obstacleIn(window) === 'insecure' || obstacleIn(window) === 'unsupported') return '';
  const found = await subscription();
  if (!found) return '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(found.endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks for the permission and subscribes this browser. A subscription with another key is replaced. */
export async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotPermitted();
  await navigator.serviceWorker.register(worker, { scope: '/', updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    const old = await pushManager.getSubscription();
    if (old && keyOf(old) !== publicKey) await old.unsubscribe();
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
    return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  } catch (error) {
    throw new NoPushService(error instanceof Error ? error.message : String(error));
  }
}

export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

/** The key with which a subscription was made, base64url. */
function keyOf({ options }: PushSubscription): string {
  return options.applicationServerKey ? base64url(new Uint8Array(options.applicationServerKey)) : '';
}

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
