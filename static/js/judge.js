/* The judge without reloads: a tap fetches the address of its key, the page changes in place and its address with it.
   A tap while the last one is still on its way waits and finds its key on the fresh page, so none is lost. */
(() => {
  "use strict";
  const screen = () => document.getElementById("judge");
  const taps = [];
  let running = false, said = "", at = location.pathname + location.search;

  const note = (text) => {
    const box = document.getElementById("alerts");
    box.textContent = "";
    if (!text) return;
    const inner = document.createElement("p");
    inner.className = "banner warn"; inner.setAttribute("role", "status"); inner.textContent = text;
    box.append(inner);
  };
  const say = (text) => {
    if (text === said) return;
    said = text;
    document.getElementById("say").textContent = text.slice(0, 80);
  };
  const put = (html) => {
    const inert = document.createElement("template");
    inert.innerHTML = html;
    const fresh = inert.content.firstElementChild;
    if (!fresh || fresh.id !== "judge") throw new Error("no verdict");
    const focus = document.activeElement && document.activeElement.dataset.key;
    screen().replaceWith(document.importNode(fresh, true));
    const again = focus && screen().querySelector(`[data-key="${focus}"]`);
    if (again) again.focus({ preventScroll: true });
    document.title = screen().dataset.title + " – Starkeeper";
    say(screen().dataset.say);
  };
  /* Where it comes from: the server; where that is out of reach, this phone itself if it keeps the judge. */
  let alone = 0;   // until then the server was out of reach a moment ago and is not waited for again
  const fromServer = async (address, patience) => {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), patience);
    try {
      const answer = await fetch(address, { headers: { "X-Starkeeper": "fragment" }, cache: "no-store", credentials: "same-origin", signal: stop.signal });
      return answer.ok ? { html: await answer.text() } : { reached: answer.status < 500 };
    } catch { return {}; } finally { clearTimeout(late); }
  };
  const fromPhone = async (address) => {
    const waking = setTimeout(note, 400, document.body.dataset.waking);
    const told = await Kept.ask(address);
    clearTimeout(waking);
    if (told) alone = Date.now() + 20000;
    return told || {};
  };
  const own = () => {
    const told = document.createElement("span"), ruled = screen().querySelector(".ruled");
    told.className = "small soft"; told.textContent = document.body.dataset.alone;
    (ruled.querySelector("p:has(> .kind)") || ruled).append(" ", told);
  };
  const ask = async (address, how = "replaceState") => {
    const kept = window.Kept && (await Kept.found()), waits = "waits" in screen().dataset;
    let told = kept && (waits || Date.now() < alone) ? {} : await fromServer(address, kept ? 3000 : 8000);
    const here = kept && !told.html && !told.reached;
    if (here) told = await fromPhone(address);
    if (!told.html) {
      note(waits ? "" : told.wrong || document.body.dataset.waitJudge);
      if (waits) screen().querySelector("h1").textContent = told.wrong || document.body.dataset.asleep;
      return false;
    }
    put(told.html);
    if (here) own();
    history[how](null, "", address);
    at = location.pathname + location.search;
    note("");
    scrollTo(0, 0);
    return true;
  };
  const run = async () => {
    if (running) return;
    running = true;
    while (taps.length) {
      const key = screen().querySelector(`[data-tap][data-key="${taps.shift()}"]`);
      if (key && !(await ask(key.getAttribute("href")))) taps.length = 0;
    }
    running = false;
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-tap]");
    if (!key || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    taps.push(key.dataset.key);
    run();
  });
  document.addEventListener("click", (event) => {   // another question: this phone need not start its judge again
    const link = event.target.closest("#others a");
    if (!link || Date.now() > alone || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    ask(link.getAttribute("href"), "pushState");
  });
  addEventListener("popstate", () => { if (location.pathname + location.search !== at) location.reload(); });
  document.addEventListener("keydown", (event) => {
    const key = event.target.closest("[data-tap]");
    if (key && event.key === " ") { event.preventDefault(); key.click(); }
  });

  if ("waits" in screen().dataset) ask(location.pathname + location.search);

  /* Sharing: the phone's own sheet where there is one, a copy where that is allowed, else the address to hold. */
  document.addEventListener("click", async (event) => {
    const summary = event.target.closest("#share > summary");
    if (!summary) return;
    const box = summary.parentElement, address = box.dataset.share;
    if (navigator.share) {
      event.preventDefault();
      try { await navigator.share({ title: document.title, text: screen().dataset.say, url: address }); } catch { /* put away again */ }
    } else if (!box.open) {
      setTimeout(() => { const at = document.getElementById("share-at"); at.focus(); at.select(); });
      if (navigator.clipboard) navigator.clipboard.writeText(address).then(() => {
        summary.lastElementChild.textContent = document.body.dataset.copied;
        say(document.body.dataset.copied);
      }, () => { /* it can still be held */ });
    }
  });
})();
