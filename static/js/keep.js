/* The judge kept on this phone, for where there is no network. Only where the browser can (a secure context with a
   service worker), and only after a tap; then window.Kept answers what the server would. A kept judge lies in one cache,
   named by its version: it is whole or it is not there. */
(() => {
  "use strict";
  const able = "serviceWorker" in navigator && window.isSecureContext && window.caches && navigator.locks && window.DecompressionStream && window.WebAssembly;
  if (!able) return;
  const NAME = "judge-", WHOLE = "/kept/whole", body = document.body.dataset;

  /* The cache of a whole judge: this version's if there is one, else an older one. */
  const found = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(NAME));
    names.sort((a, b) => (b === NAME + body.kept) - (a === NAME + body.kept));
    for (const name of names) if (await (await caches.open(name)).match(WHOLE)) return name;
    return null;
  };
  const forget = async (but) => {
    for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== but) await caches.delete(name);
  };

  /* Fetching it: what a whole older version has too is taken from there. */
  const counted = (answer, tick) => answer.body.pipeThrough(new TransformStream({
    transform: (part, way) => { tick(part.byteLength); way.enqueue(part); } }));
  const file = async (cache, one, tick, older) => {
    const old = older && (await older.match(one.as));
    if (old) { tick(one.size); await cache.put(one.as, old); return false; }
    const answer = await fetch(one.from, { cache: "no-store" });
    if (!answer.ok) throw new Error(one.from);
    const stream = counted(answer, tick), headers = one.type ? { "Content-Type": one.type } : answer.headers;
    await cache.put(one.as, new Response(one.type ? stream.pipeThrough(new DecompressionStream("gzip")) : stream, { headers }));
    return true;
  };
  const page = async (cache, at, language) => {
    const answer = await fetch(at, { cache: "no-store", headers: { "X-Starkeeper-Language": language } });
    if (!answer.ok) throw new Error(at);
    return cache.put(`/kept/${language}${at}`, answer);
  };
  /* Asking it: one worker, which first needs some seconds for itself. */
  const start = (version) => {
    const worker = new Worker(`/offline/judge/${version}/worker.js`, { type: "module" }), open = new Map();
    let asked = 0;
    const broken = () => { worker.terminate(); if (awake === made) awake = null; for (const done of open.values()) done(null); open.clear(); };
    const made = { stop: broken, send: (told) => new Promise((done) => { open.set(asked += 1, done); worker.postMessage({ number: asked, ...told }); }) };
    worker.onerror = broken;
    worker.onmessage = ({ data }) => {
      if (data.failed) return broken();   // the next question starts another one
      open.get(data.number)(data);
      open.delete(data.number);
    };
    return made;
  };
  let awake = null;
  const question = (address) => ({ address, language: document.documentElement.lang, house: body.house });
  const ask = async (address) => {
    if (!awake) {
      const name = await found();
      if (!name) return null;
      awake = awake || start(name.slice(NAME.length).split("-")[0]);
    }
    return awake.send(question(address));
  };
  window.Kept = { found, ask };

  /* It is kept when it has answered here: each game once. What Python compiled for that is kept compiled. */
  const rehearse = async (cache, list) => {
    const worker = start(list.engine);
    try {
      for (const at of list.tries) {
        const told = await worker.send(question(at));
        if (!told || !told.html) throw new Error(at);
      }
      const told = await worker.send({ ready: true });
      if (!told) throw new Error("not compiled");
      for (const part of ["python", "engine"]) await cache.put(list.archives[part], new Response(told[part], { headers: { "Content-Type": "application/zip" } }));
    } finally { worker.stop(); }
  };
  const fetchAll = async (told) => {
    const list = await (await fetch("/offline/judge/files", { cache: "no-store" })).json();
    const name = NAME + list.engine + body.kept.slice(body.kept.indexOf("-")), before = await found();
    if (before === name) return;   // by another window, a moment ago
    try {
      await caches.delete(name);   // what an unfinished try left
      const cache = await caches.open(name), older = before && (await caches.open(before));
      const whole = list.files.reduce((sum, one) => sum + one.size, 0);
      let here = 0, fresh = false;
      const tick = (bytes) => { here += bytes; told(Math.min(80, Math.floor(80 * here / whole))); };
      for (const one of list.files) fresh = (await file(cache, one, tick, older)) || fresh;
      await cache.addAll(list.shell);
      for (const language of list.languages) for (const at of list.pages) await page(cache, at, language);
      told(85);
      if (fresh) await rehearse(cache, list);
      await cache.put(WHOLE, new Response("whole"));
      if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {});
      await forget(name);
    } catch (error) {
      console.warn(error);
      await caches.delete(name);
      throw error;
    }
  };
  const keep = (told) => navigator.locks.request("judge", () => fetchAll(told));

  /* The card on the judge's first page, and a new version after an update. */
  const card = document.getElementById("keep"), online = "kept" in body && navigator.onLine !== false;
  const show = (state) => { if (card) { card.dataset.state = state; card.hidden = false; } };
  const bar = card && card.querySelector("progress");
  const go = async (quiet) => {
    if (!quiet) show("going");
    try {
      await keep((percent) => { if (bar) bar.value = percent; });
      show("kept");
    } catch { show(quiet ? "kept" : "failed"); }
  };
  const begin = async () => {
    const name = await found();
    if (!name) return show("none");
    show("kept");
    if (online && name !== NAME + body.kept) await go(true);
  };
  if (card) card.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.name === "keep") return go(false);
    await forget(null);
    show("none");
  });
  const led = () => navigator.serviceWorker.controller || new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  navigator.serviceWorker.ready.then(led).then(begin);
})();
