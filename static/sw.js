/* Keeps the shell and the rules for a moment without network. Nothing of a table is ever kept, and no verdict: the judge
   needs the server, and its page says so. (SHELL comes from the server.) */
const CACHE = "shell-" + SHELL.join("|").replace(/[^0-9a-f]/g, "").slice(-60);
const PRIVATE = /^\/(t|j|api)\//;
const READING = /^\/(rules|changelog|offline)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) {
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
    return;
  }
  if (request.mode !== "navigate") return;
  const reading = READING.test(url.pathname) && !PRIVATE.test(url.pathname);
  event.respondWith(
    fetch(request).then((answer) => {
      if (reading && answer.ok && !url.search) { const copy = answer.clone(); event.waitUntil(caches.open(CACHE).then((cache) => cache.put(url.pathname, copy))); }
      return answer;
    }).catch(async () => (reading && (await caches.match(url.pathname)))
      || (url.pathname.startsWith("/judge") && (await caches.match("/offline/judge")))
      || (await caches.match("/offline")) || Response.error()));
});
