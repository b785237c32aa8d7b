/* The search of the rules, on the page: the same words, capitals and accents as on the server, without the way. */
(() => {
  "use strict";
  const form = document.getElementById("search"), field = document.getElementById("q"), told = document.getElementById("found");
  if ("filtered" in form.dataset) return;   // by the server: it has not sent the others
  field.value = field.value || new URLSearchParams(location.search).get("q") || "";   // kept for a moment without network
  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const rules = [...document.querySelectorAll(".rules > li")].map((at) => ({ at, text: fold(at.textContent) }));
  const filter = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    for (const { at, text } of rules) at.hidden = !words.every((word) => text.includes(word));
    for (const part of document.querySelectorAll(".part")) part.hidden = !part.querySelector(".rules > li:not([hidden])");
    for (const other of document.querySelectorAll("[data-filtered]")) other.hidden = words.length > 0;
    told.textContent = words.length && rules.every(({ at }) => at.hidden) ? told.dataset.none : "";
  };
  field.addEventListener("input", filter);
  form.addEventListener("submit", (event) => { event.preventDefault(); delete form.dataset.sent; field.blur(); });
  if (field.value) filter();
})();
