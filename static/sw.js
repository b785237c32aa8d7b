/* Keeps the shell and the rules for a moment without network, and where somebody asked for it the judge (keep.js). Of a
   table nothing is ever kept, and no verdict: a kept judge finds each one anew. (SHELL comes from the server.) */
const CACHE = "shell-" + SHELL.join("|").replace(/[^0-9a-f]/g, "").slice(-60);
const JUDGE = "judge-", TONGUE = "tongue", SPOKEN = "/kept/language";
const PRIVATE = /^\/(t|j|api)\//;
const READING = /^\/(rules|changelog|offline)/;
const LONG = 6000;   // milliseconds to wait for a server while something kept would do

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const ours = (name) => name === CACHE || name === TONGUE || name.startsWith(JUDGE);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => !ours(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()));
});

/* The language this phone reads: that of the last page that came, or the one that was chosen without network. */
let spoken = null;
const speak = async (language) => {
  if (!language || language === spoken) return;
  spoken = language;
  await (await caches.open(TONGUE)).put(SPOKEN, new Response(language));
};
const tongue = async () => {
  const told = spoken ? null : await caches.match(SPOKEN);
  return spoken || (told ? told.text() : "en");
};

/* A page of the kept judge; every question has the same one, whose script asks the worker for the rest. */
const kept = async (path) => (await caches.match("/kept/whole")) &&
  caches.match(`/kept/${await tongue()}${path.startsWith("/judge/") ? "/offline/judge/screen" : path}`);
const without = async (path) =>
  (READING.test(path) && !PRIVATE.test(path) && (await caches.match(path)))
  || (path.startsWith("/judge") && (await caches.match("/offline/judge")))
  || (await caches.match("/offline")) || Response.error();

const page = async (event) => {
  const { request } = event, url = new URL(request.url), path = url.pathname;
  const reading = READING.test(path) && !PRIVATE.test(path);
  const instead = reading || path.startsWith("/judge") ? await kept(path) : null;
  const coming = fetch(request).then((answer) => {
    event.waitUntil(speak(answer.headers.get("Content-Language")));
    if (reading && answer.ok && !url.search) { const copy = answer.clone(); event.waitUntil(caches.open(CACHE).then((cache) => cache.put(path, copy))); }
    return answer;
  });
  if (!instead) return coming.catch(() => without(path));
  return Promise.race([coming, new Promise((done) => setTimeout(done, LONG, instead))]).catch(() => instead);
};

/* Another language without network: the kept pages have all of them. */
const choice = async (request) => {
  const form = request.clone().formData();
  return fetch(request).catch(async () => {
    const told = await form, language = told.get("lang"), back = String(told.get("back"));
    if (!/^\/(judge|rules)/.test(back) || !(await caches.match(`/kept/${language}/judge`))) return without("/");
    await speak(language);
    return Response.redirect(back, 303);
  });
};

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/settings" && request.mode === "navigate") event.respondWith(choice(request));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/static/") || /^\/offline\/judge\/[0-9a-f]+\//.test(url.pathname)) {
    event.respondWith(caches.match(request).then((here) => here || fetch(request)));
  } else if (request.mode === "navigate") event.respondWith(page(event));
});
