/* Hears that the table has a newer number, fetches what this phone may see, and changes the page in place.
   The stream carries a number only; whatever it says, the next GET is the truth. */
(() => {
  "use strict";
  const words = document.body.dataset, wall = "wall" in words;
  const $ = (what, where = document) => where.querySelector(what);
  const screen = () => document.getElementById("screen");
  const stepOf = (html) => (html.match(/data-step="([^"]*)"/) || [])[1];
  const stageOf = (where) => { const at = $("[data-stage]", where); return at ? at.dataset.stage : ""; };
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const STEPS = [1, 2, 4, 8, 10];
  const touched = new WeakSet();

  let seq = Number(screen().dataset.seq), etag = null, state = "live";
  let asking = null, askAgain = false, misses = 0, retry = 0;
  let stream = null, breaks = 0, watch = 0, reopen = 0, poll = 0;
  let coming = null, settling = 0, down = 0, lastTap = 0, netTimer = 0;

  /* ---- the word in the header ---- */
  const paint = () => {
    const at = $(".conn");
    if (at) { at.hidden = false; at.dataset.state = state; at.textContent = words[state] + (state === "live" || !SK.extra ? "" : " · " + SK.extra); }
  };
  const conn = (now) => {
    if ((now === "live" || now === "slow") && state !== now) { clearTimeout(netTimer); netTimer = 0; note(""); tell("sk:live"); }
    if ((now === "reconnecting" || now === "offline") && !netTimer && words.slowWifi)
      netTimer = setTimeout(() => note(words.slowWifi), 3000);
    state = now; paint(); tell("sk:conn", now);
  };
  const box = (name) => {
    const all = document.getElementById("alerts");
    let at = all && $("." + name, all);
    if (all && !at) { at = document.createElement("div"); at.className = name; all.append(at); }
    return at;
  };
  const plain = (name, text) => {
    const at = box(name);
    if (!at) return;
    at.textContent = "";
    if (text) { const inner = document.createElement("p"); inner.className = "banner info"; inner.setAttribute("role", "status"); inner.textContent = text;
      const clock = document.getElementById("clock"); if (clock) inner.prepend(clock.content.cloneNode(true));
      at.append(inner); }
  };
  const note = (text) => plain("net", text);
  let alertAt = 0;
  const alert = (html) => { const at = box("told"); if (at) at.innerHTML = html; alertAt = html ? Date.now() : 0; };

  /* ---- one spoken line, never about marks, never twice, not too often ---- */
  let said = "", sayAt = 0;
  const say = (text) => {
    if (!text || text === said) return;
    said = text; clearTimeout(sayAt);
    sayAt = setTimeout(() => { document.getElementById("say").textContent = text.slice(0, 80); }, 300);
  };

  /* ---- a fresh screen ---- */
  /* data-mine: a script of this phone writes here; data-marks: what is ticked in here stays as it is */
  const keep = {
    beforeNodeMorphed: (old) => !(old.nodeType === 1 && ("mine" in old.dataset || old.classList.contains("conn"))),
    beforeAttributeUpdated: (name, node) => {
      if (name === "open" && node.tagName === "DETAILS") return false;
      if (name === "aria-busy" || name === "data-pressed" || (name === "hidden" && "hide" in node.dataset)) return false;
      if (name === "class" && "marks" in node.dataset) return false;
      if (name === "checked" && node.closest("[data-marks]")) return false;
      return !(touched.has(node) && /^(value|checked|selected)$/.test(name));
    },
  };
  const put = ({ html, number, tag }) => {
    const inert = document.createElement("template");
    inert.innerHTML = html;
    const fresh = inert.content.firstElementChild, old = screen();
    if (!fresh || fresh.id !== "screen") return;
    seq = number; etag = tag;
    const changed = stageOf(fresh) !== stageOf(document) || fresh.dataset.seat !== old.dataset.seat;
    if (changed || !window.Idiomorph) {
      old.replaceWith(document.importNode(fresh, true));
      if (changed) {
        SK.changed = Date.now();
        if (Date.now() - alertAt > 4000) alert("");   // a "no" that came with the new stage is still to be read
        scrollTo(0, 0);
        const head = $("#stage h1[tabindex]");
        if (head && !wall) head.focus({ preventScroll: true });
      }
    } else Idiomorph.morph(old, fresh, { morphStyle: "outerHTML", callbacks: keep });
    document.title = screen().dataset.title + " – Starkeeper";
    paint();
    const at = $("#stage");
    if (at) say(at.dataset.say);
    tell("sk:screen", { changed });
  };
  /* Nothing moves under a finger: a fresh screen waits while one is down, and a new stage waits a moment after a tap,
     so that the second tap of an eager thumb meets the old button and not a new one. */
  const settle = () => {
    clearTimeout(settling);
    if (!coming) return;
    const now = Date.now(), inert = coming.html.match(/data-stage="([^"]*)"/), at = $("#stage");
    const moved = inert && (inert[1] !== stageOf(document) || stepOf(coming.html) !== (at ? at.dataset.step : undefined));
    const wait = down && now - down < 3000 ? 60
      : moved && now - lastTap < 300 ? 300 - (now - lastTap) : 0;
    if (wait) { settling = setTimeout(settle, wait); return; }
    const next = coming; coming = null;
    put(next);
  };
  const take = (html, number, tag) => {
    if (!html || number < seq || (coming && number < coming.number)) return;
    coming = { html, number, tag };
    settle();
  };
  addEventListener("pointerdown", () => { down = lastTap = Date.now(); }, { capture: true, passive: true });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => { down = 0; lastTap = Date.now(); }, { capture: true, passive: true });
  for (const kind of ["input", "change"])
    document.addEventListener(kind, (event) => {
      const at = event.target;
      touched.add(at);
      if (at.type === "radio" && at.form) for (const other of at.form.elements) if (other.name === at.name) touched.add(other);
      if (at.options) for (const option of at.options) touched.add(option);
    }, true);

  /* ---- asking ---- */
  const get = async () => {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), 8000);
    const headers = { "X-Starkeeper": "fragment" };
    if (etag) headers["If-None-Match"] = etag;
    try {
      const answer = await fetch(words.src, { headers, cache: "no-store", signal: stop.signal, credentials: wall ? "omit" : "same-origin" });
      const number = Number(answer.headers.get("X-Starkeeper-Seq"));
      if (answer.status === 200) take(await answer.text(), number, answer.headers.get("ETag"));
      else if (answer.status >= 500) throw new Error("server");
      else if (answer.status >= 400) alert(await answer.text());
      return true;
    } finally { clearTimeout(late); }
  };
  const refresh = () => {
    if (asking) { askAgain = true; return asking; }
    clearTimeout(retry);
    asking = (async () => {
      do {
        askAgain = false;
        try {
          await get();
          misses = 0;
          conn(stream && stream.readyState === 1 ? "live" : poll ? "slow" : state === "offline" ? "reconnecting" : state);
        } catch {
          misses += 1;
          conn(navigator.onLine === false || misses >= 3 ? "offline" : "reconnecting");
          if (!document.hidden) retry = setTimeout(refresh, 1000 * STEPS[Math.min(misses - 1, 4)]);
        }
      } while (askAgain);
    })().finally(() => { asking = null; });
    return asking;
  };

  /* ---- listening ---- */
  const close = () => {
    clearTimeout(watch); clearTimeout(reopen);
    if (stream) { stream.close(); stream = null; }
  };
  /* The server's first number comes at once and another at least every 18 s. A stream that opens and says nothing is
     held back by a proxy: from then on this phone asks. One that falls silent is dead, whatever it says of itself. */
  const alive = (first) => {
    clearTimeout(watch);
    watch = setTimeout(() => { if (first) breaks = Math.max(breaks, 2); broke(); if (!first) refresh(); }, first ? 5000 : 35000);
  };
  const broke = () => {
    close();
    breaks += 1;
    if (breaks >= 3 && !poll) poll = setInterval(() => { if (!document.hidden) refresh(); }, 3000);
    if (poll && !misses) conn("slow"); else if (state !== "offline") conn("reconnecting");
    reopen = setTimeout(open, 1000 * STEPS[Math.min(breaks - 1, 4)]);
    if (breaks === 1) refresh();
  };
  function open() {
    if (stream || document.hidden || !window.EventSource) return;
    clearTimeout(reopen);
    stream = new EventSource(words.events);
    alive(true);
    stream.addEventListener("v", (event) => {
      alive();
      breaks = 0; clearInterval(poll); poll = 0;
      if (Number(event.data) > seq) { if (state === "live") conn("updating"); refresh(); } else if (!asking) conn("live");
    });
    stream.onerror = broke;
  }
  const sleep = () => { close(); clearTimeout(retry); tell("sk:sleep"); };
  const wake = () => {
    if (document.hidden) return;
    close();
    if (state === "live") conn("updating");
    refresh().then(open);
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  addEventListener("offline", () => conn("offline"));
  setInterval(() => { if (!document.hidden) refresh(); }, 20000);
  document.addEventListener("click", (event) => {
    const at = event.target.closest("[data-close]");
    if (!at) return;
    at.closest(".banner").remove();
    const back = SK.from && SK.from.isConnected ? SK.from : $("#stage");   // keyboards go on where they were
    if (back && document.activeElement === document.body) back.focus({ preventScroll: true });
  });

  const SK = (window.SK = {
    refresh, take, alert, plain, say, extra: "",
    get state() { return state; }, get seq() { return seq; },
    untouch: (form) => { for (const at of form.elements) touched.delete(at); },
  });
  const first = $("#stage");
  if (first && first.dataset.say) said = first.dataset.say;
  paint();
  if (!document.hidden) { if (window.EventSource) open(); else poll = setInterval(refresh, 3000); }
})();
