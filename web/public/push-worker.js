// Shows messages about alerts that the push service delivers, and opens the alert. It stores no pages: nothing of the
// product works without the server.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  let note = {};
  try {
    note = event.data?.json() ?? {};
  } catch {
    // Browsers demand that every message is shown, so one that cannot be read is shown without a text.
  }
  const { title = 'Plumbline', body = '', tag = '', lang = '', time = Date.now(), urgent = false, link = '/' } = note;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: tag !== '',
      lang,
      timestamp: time,
      requireInteraction: urgent,
      icon: '/favicon.svg',
      data: { link },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});

/** Opens a page of the product, in its window if one shows it already; other windows may have unsaved changes. */
async function open(link) {
  const { origin } = self.location;
  const wanted = new URL(link || '/', origin);
  const target = wanted.origin === origin ? wanted.href : origin;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === target);
  return shown ? shown.focus() : self.clients.openWindow(target);
}
