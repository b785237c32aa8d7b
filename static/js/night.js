/* A night's page on the wall: asks every ten seconds whether something is new, and changes the picture in place. */
(() => {
  "use strict";
  let etag = "", idle = 0;
  const body = document.body;
  const move = () => { body.classList.remove("idle"); clearTimeout(idle); idle = setTimeout(() => body.classList.add("idle"), 3000); };
  addEventListener("pointermove", move, { passive: true });
  move();
  const look = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { headers: { "X-Starkeeper": "fragment", "If-None-Match": etag }, cache: "no-store", credentials: "same-origin" });
      if (answer.status === 200) {
        const inert = document.createElement("template");
        inert.innerHTML = await answer.text();
        const fresh = inert.content.firstElementChild, old = document.getElementById("screen");
        if (fresh && fresh.id === "screen") old.replaceWith(document.importNode(fresh, true));
        etag = answer.headers.get("ETag") || "";
      }
      body.classList.toggle("stale", answer.status >= 400);
    } catch { body.classList.add("stale"); }
  };
  setInterval(look, 10000);
  document.addEventListener("visibilitychange", look);
  if ("wakeLock" in navigator) {
    const stay = () => { if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {}); };
    document.addEventListener("visibilitychange", stay);
    stay();
  }
})();
