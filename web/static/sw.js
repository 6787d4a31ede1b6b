// Keeps the files of the page, so that it works without a network. The build writes `sw.js` from this file, with
// the name of the version, which is a hash of all files, and their list.
/* global VERSION, FILES */
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

// A new version replaces the earlier one when no page uses that any more.
self.addEventListener("activate", (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(remove());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = async () => {
    const cache = await caches.open(VERSION);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(kept());
});
