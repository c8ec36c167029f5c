// Shows push notifications while no console is open, and a page when the network is down. It caches nothing of the
// console itself, so that no release outlives another.

const OFFLINE = ['/app/offline.html', '/app/offline.css'];
const CACHE = 'parley-offline';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(OFFLINE)));
});

self.addEventListener('activate', (event) => {
  // Without it, every page load would wait for this script to start.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (OFFLINE.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(OFFLINE[0])) ?? Response.error();
  }
}

self.addEventListener('push', (event) => {
  const { chat_id, name, text } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(name, {
      body: text,
      tag: `chat-${chat_id}`,
      renotify: true,
      icon: '/app/icons/app-192.png',
      badge: '/app/icons/badge-96.png',
      data: { chat_id },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openChat(event.notification.data.chat_id));
});

/** In an open console without a reload, or in a new window. */
async function openChat(chat_id) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname.startsWith('/app/'));
  if (!open) return self.clients.openWindow(`/app/inbox/${chat_id}`);
  open.postMessage({ open_chat: chat_id });
  return open.focus();
}
