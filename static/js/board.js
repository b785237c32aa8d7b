/* Stellarion: touched cards are asked about at once; and the columns of Voyages fill up by taps. */
(() => {
  "use strict";
  const form = () => document.querySelector("form[data-made]");
  let asked = 0;
  const ask = async () => {
    const at = form(), bar = document.getElementById("made");
    if (!at || !bar) return;
    const clear = document.querySelector("[data-clear]"), mine = ++asked;
    const query = new URLSearchParams(new FormData(at)).toString();
    if (clear) clear.hidden = !query;
    try {
      const answer = await fetch(`${at.getAttribute("action")}?${query}`, { headers: { "X-Starkeeper": "fragment" }, cache: "no-store", credentials: "same-origin" });
      if (answer.ok && mine === asked) bar.innerHTML = await answer.text();
    } catch { /* no network: the header says so, and the cards stay touched */ }
  };
  document.addEventListener("change", (event) => { if (event.target.form && event.target.form === form()) ask(); });
  document.addEventListener("reset", (event) => { if (event.target === form()) setTimeout(ask); });
  document.addEventListener("submit", (event) => { if (event.target === form()) { event.preventDefault(); ask(); } });

  /* set-up: one tap per Voyage, from the top of the left column to the end of the right one */
  const keys = () => document.querySelector(".galaxy-keys");
  const sizes = () => {
    const extra = [...document.querySelectorAll("[name=expansions]:checked")].reduce((sum, at) => sum + (at.value === "black_holes" ? 5 : 1), 0);
    return { left: Math.ceil((8 + extra) / 2), right: Math.floor((8 + extra) / 2) };
  };
  const places = (side) => [...document.querySelectorAll(`.columns-in select[name=${side}]`)];
  const show = () => {
    if (!keys()) return;
    keys().hidden = false;
    for (const side of ["left", "right"]) places(side).forEach((one, at) => { one.hidden = at >= sizes()[side]; if (one.hidden) one.value = ""; });
  };
  document.addEventListener("change", (event) => { if (event.target.name === "expansions") show(); });
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-galaxy-key]");
    if (!key) return;
    const order = [...places("left"), ...places("right")].filter((one) => !one.hidden);
    const value = key.dataset.galaxyKey;
    const at = value ? order.find((one) => !one.value) : order.filter((one) => one.value).pop();
    if (at) { at.value = value; at.dispatchEvent(new Event("change", { bubbles: true })); }
  });
  document.addEventListener("sk:screen", () => { show(); if (form() && new FormData(form()).get("cards")) ask(); });
  show();
})();
