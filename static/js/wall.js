/* The screen on the wall: hides its pointer, creeps two pixels a minute, says how old its picture is, and goes on to
   the next game with the people. */
(() => {
  "use strict";
  const body = document.body;
  let idle = 0, last = new Date();
  const move = () => { body.classList.remove("idle"); clearTimeout(idle); idle = setTimeout(() => body.classList.add("idle"), 3000); };
  addEventListener("pointermove", move, { passive: true });
  move();
  setInterval(() => { body.dataset.shift = (Number(body.dataset.shift || 0) + 1) % 4; }, 60000);
  document.addEventListener("sk:conn", (event) => {
    const good = ["live", "slow", "updating"].includes(event.detail);
    if (good) last = new Date();
    body.classList.toggle("stale", !good);
    SK.extra = good ? "" : body.dataset.since.replace("%s", last.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }));
  });
  const on = () => {
    const next = document.getElementById("screen").dataset.next;
    if (next) location.replace(next);
  };
  document.addEventListener("sk:screen", on);
  on();
  if ("wakeLock" in navigator) {
    const stay = () => { if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {}); };
    document.addEventListener("visibilitychange", stay);
    stay();
  }
})();
