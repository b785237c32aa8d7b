/* The secret grid: a draft after every tap, fifteen equal cards when the phone rests. And the scout's pick. */
(() => {
  "use strict";
  const REST = 20000;
  const byId = (id) => document.getElementById(id);
  const grid = () => byId("grid");
  const boxes = () => [...grid().querySelectorAll("input")];
  const seats = () => grid().dataset;
  let hidden = null, resting = 0, saving = 0, flying = false, dirty = false, shown = null;

  const marked = () => (hidden ? [...hidden] : boxes().filter((box) => box.checked).map((box) => Number(box.value)));
  const message = (text) => { const at = byId("marks-say"); if (at) at.textContent = text || ""; };
  const paint = () => {
    const all = marked().length, lock = byId("lock"), count = byId("count"), said = seats();
    if (count) count.textContent = hidden ? said.hidden : said.count.replace("{n}", all);
    if (lock) {
      lock.setAttribute("aria-disabled", all ? "false" : "true");
      lock.querySelector("span").textContent = all ? said.lock : said.none;
    }
  };

  /* ---- shade ---- */
  const shade = () => {
    if (!grid() || hidden || !marked().length) return;   // nothing marked is nothing to hide
    hidden = new Set(marked());
    for (const box of boxes()) box.checked = false;
    grid().classList.add("shaded");
    message("");
    paint();
  };
  const unshade = () => {
    if (!hidden) return;
    for (const box of boxes()) box.checked = hidden.has(Number(box.value));
    hidden = null;
    grid().classList.remove("shaded");
    paint();
    rest();
  };
  const rest = () => { clearTimeout(resting); if (grid()) resting = setTimeout(shade, REST); };
  document.addEventListener("click", (event) => {
    if (!grid()) return;
    if (event.target.closest("[data-hide]")) { if (hidden) unshade(); else shade(); return; }
    if (!event.target.closest("#grid")) return;
    if (grid().closest("form").hasAttribute("aria-busy")) { event.preventDefault(); return; }
    if (hidden) { event.preventDefault(); event.stopPropagation(); setTimeout(unshade); }   // after the browser took its own change back
  }, true);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { if (!hidden) rest(); }, { capture: true, passive: true });
  const leave = () => { if (grid()) { flush(true); shade(); } };
  document.addEventListener("sk:sleep", leave);

  /* ---- a copy in this tab until the server has it: a reload must not lose the last tap. Gone as soon as it is kept,
     handed in, or the phone handed over. ---- */
  const shelf = `skd ${document.body.dataset.code}`;
  const tab = (what) => { try { return what(sessionStorage); } catch { return null; } };
  const where = () => `${seats().seat} ${(document.querySelector("[data-stage]") || document.body).dataset.stage}`;
  const copy = () => tab((at) => at.setItem(shelf, JSON.stringify({ where: where(), cells: marked() })));
  const forget = () => tab((at) => at.removeItem(shelf));
  const restore = () => {
    const left = tab((at) => JSON.parse(at.getItem(shelf)));
    if (!left) return;
    if (left.where !== where()) { forget(); return; }
    for (const box of boxes()) box.checked = left.cells.includes(Number(box.value));
    dirty = true; later(50);
  };

  /* ---- draft: the whole set, after a short rest, again until it is kept ---- */
  const flush = (going) => {
    clearTimeout(saving);
    if (!dirty || !grid() || (flying && !going)) return;
    flying = true; dirty = false;
    const { draft, seat, notKept } = seats();
    fetch(draft, {
      method: "PUT", keepalive: Boolean(going), cache: "no-store", credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-Starkeeper": "fragment" },
      body: JSON.stringify({ cells: marked(), for: Number(seat) }),
    }).then((answer) => {
      flying = false;
      if (answer.status >= 500) throw new Error("server");
      if (dirty) later(50); else forget();
    }).catch(() => {
      flying = false; dirty = true;
      if (grid() && !going) { message(notKept); later(2000); }
    }).then(() => { if (!dirty && byId("marks-say") && byId("marks-say").textContent === notKept) message(""); });
  };
  const later = (pause) => { clearTimeout(saving); saving = setTimeout(flush, pause); };
  for (const again of ["sk:live"]) document.addEventListener(again, () => { if (dirty) later(100); });

  document.addEventListener("change", (event) => {
    const at = event.target, lock = byId("reveal");
    if (at.name === "cells" && grid() && grid().contains(at)) {
      if (marked().length > Number(seats().most)) { at.checked = false; message(seats().tooMany); return; }
      message(""); dirty = true; copy(); paint(); rest(); later(300);
    } else if (at.name === "turn" && at.closest("#side")) at.form.requestSubmit();
    else if (at.name === "cell" && lock && at.closest("[data-pick]")) pick(at);
  });
  const pick = (at) => {
    const lock = byId("reveal");
    lock.removeAttribute("aria-disabled");
    lock.textContent = at.closest("[data-pick]").dataset.pick.replace("{cell}", at.closest(".tile").querySelector(".name").textContent);
  };

  /* ---- going out: the shaded marks are put back for the instant in which the form is read ---- */
  document.addEventListener("sk:collect", (event) => {
    if (event.target.id === "marks" && hidden) for (const box of boxes()) box.checked = hidden.has(Number(box.value));
    if (event.target.id !== "marks" && grid()) flush(true);
  });
  document.addEventListener("sk:sending", (event) => {
    if (event.target.id === "marks") {
      clearTimeout(saving); dirty = false; forget();
      if (hidden) for (const box of boxes()) box.checked = false; else shade();
    } else if (event.target.id === "turn") {
      const next = event.target.elements.turn.value;
      grid().dataset.turn = next;
      byId("board").dataset.board = { 0: "bottom", 90: "right", 180: "top", 270: "left" }[next];
    }
  });
  document.addEventListener("click", (event) => {
    const at = event.target.closest("#lock, #reveal");
    if (at && at.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      const text = at.dataset.none || (grid() && seats().none);
      message(text); SK.say(text);
    }
  });

  const start = (event) => {
    const at = grid(), lock = byId("reveal");
    if (at !== shown) {   // another grid: nothing of the last one is remembered
      hidden = null; dirty = false; shown = at;
      clearTimeout(resting); clearTimeout(saving);
      if (at) restore(); else forget();
    }
    if (at) {
      for (const hide of document.querySelectorAll("[data-hide]")) hide.hidden = false;
      paint();
      if (!event) rest();
      else if (event.detail.changed) rest();
      if (document.hidden) shade();
    }
    if (lock && lock.hasAttribute("data-none")) {
      const chosen = document.querySelector("[data-pick] input:checked");
      if (chosen) pick(chosen);
      else { lock.setAttribute("aria-disabled", "true"); lock.textContent = lock.dataset.none; }
    }
  };
  document.addEventListener("sk:screen", start);
  start();
})();
