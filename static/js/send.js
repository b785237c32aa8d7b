/* Every form of the table goes out through one queue, one key per tap: a tap is sent until somebody answers, and
   counted once. What was not sent yet stays on this phone (this tab, this seat), and goes when it was answered. */
(() => {
  "use strict";
  const words = document.body.dataset;
  const busy = new Map();
  const seat = () => document.getElementById("screen").dataset.seat;
  const shelf = () => `sk ${words.code} ${seat()}`;
  const PAUSES = [1, 2, 4, 8, 10];
  let queue = [], running = false, wakeUp = null;

  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const storage = (what) => { try { return what(sessionStorage); } catch { return null; } };
  const save = () => storage((at) => {
    for (const name of Object.keys(at)) if (name.startsWith(`sk ${words.code} `)) at.removeItem(name);
    if (queue.length) at.setItem(shelf(), JSON.stringify(queue));
  });
  const mark = () => {
    const late = queue.filter((item) => item.late), what = late.map((item) => item.what).filter(Boolean).join(", ");
    SK.plain("unsent-box", late.length ? (what ? what + " · " : "") + words.unsent : "");
  };
  const release = (item) => {
    const { form, button } = busy.get(item.key) || {};
    busy.delete(item.key);
    if (form) form.removeAttribute("aria-busy");
    if (button) button.removeAttribute("data-pressed");
  };

  /* a card of a pad in words; all of them lie open on the table */
  const cardOf = (button) => button.getAttribute("aria-label") || (button.querySelector(".chip span") || button).textContent.trim();

  const post = async (item) => {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), 10000);
    try {
      return await fetch(item.url, {
        method: "POST", body: item.body, signal: stop.signal, cache: "no-store", credentials: "same-origin",
        headers: { "X-Starkeeper": "fragment", "Content-Type": "application/x-www-form-urlencoded" },
      });
    } finally { clearTimeout(late); }
  };
  const answered = async (item, answer) => {
    const html = await answer.text(), go = answer.headers.get("X-Starkeeper-Go");
    if (go) { location.assign(go); return; }
    if (answer.ok && !answer.headers.has("X-Starkeeper-Ask")) {
      if (busy.has(item.key)) SK.untouch(busy.get(item.key).form);
      const done = () => { document.removeEventListener("sk:screen", done); clearTimeout(late); release(item); };
      const late = setTimeout(done, 1500);   // busy until the answer is on the screen
      document.addEventListener("sk:screen", done);
      SK.take(html, Number(answer.headers.get("X-Starkeeper-Seq")), answer.headers.get("ETag"));
      return;
    }
    release(item);
    SK.alert(html);
    const ask = document.querySelector("#alerts .ask button");
    if (ask) ask.focus();
    SK.refresh();
  };
  const run = async () => {
    if (running) return;
    running = true;
    for (let misses = 0; queue.length; ) {
      const item = queue[0];
      let answer = null;
      try { answer = await post(item); } catch { /* no network: again */ }
      if (!answer || [502, 503, 504].includes(answer.status)) {
        item.late = true; mark(); save();
        await new Promise((go) => { wakeUp = go; setTimeout(go, 1000 * PAUSES[Math.min(misses, 4)]); });
        misses += 1;
        continue;
      }
      misses = 0;
      queue.shift(); save(); mark();
      try { await answered(item, answer); } catch { release(item); SK.refresh(); }
    }
    running = false;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (form.getAttribute("method") !== "post" || "plain" in form.dataset || (button && "plain" in button.dataset)) return;
    event.preventDefault();
    if (button && "handover" in button.dataset && /uncover$/.test(form.getAttribute("action")) && Date.now() - (SK.changed || 0) < 800) return;   // the second tap of an eager thumb uncovers nobody
    if (form.hasAttribute("aria-busy") || (button && button.getAttribute("aria-disabled") === "true")) return;
    form.dispatchEvent(new CustomEvent("sk:collect", { bubbles: true }));
    const sent = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (name !== "key") sent.append(name, value);
    if (button && button.name) sent.append(button.name, button.value);
    const item = { url: form.getAttribute("action"), key: fresh(), body: "", late: navigator.onLine === false,
      what: button && button.matches(".key, .key-rest, .option") ? cardOf(button) : "" };
    sent.append("key", item.key);
    item.body = sent.toString();
    form.setAttribute("aria-busy", "true");
    if (button) { button.setAttribute("data-pressed", ""); SK.from = button; }
    form.dispatchEvent(new CustomEvent("sk:sending", { bubbles: true }));
    const ask = form.closest("#alerts .banner");
    if (ask) ask.remove();
    busy.set(item.key, { form, button });
    queue.push(item); save(); mark();
    setTimeout(() => { if (queue.includes(item)) { item.late = true; mark(); } }, 1500);
    run();
  });
  for (const again of ["online", "pageshow"]) addEventListener(again, () => wakeUp && wakeUp());
  document.addEventListener("sk:live", () => wakeUp && wakeUp());
  document.addEventListener("sk:screen", () => { if (!queue.length) save(); });

  const left = storage((at) => at.getItem(shelf()));
  if (left) { try { queue = JSON.parse(left).map((item) => ({ ...item, late: true })); } catch { queue = []; } }
  save(); mark(); run();
})();
