/* Hold to see one's own locked marks; or tap, for five seconds. They come for that moment and leave the page again. */
(() => {
  "use strict";
  const HOLD = 120, TAP = 5000;
  let timer = 0, wanted = 0, held = false;
  const hide = () => {
    clearTimeout(timer);
    wanted += 1;
    const sheet = document.getElementById("peek");
    if (sheet) sheet.remove();
  };
  const show = async (address) => {
    hide();
    const mine = wanted;
    const answer = await fetch(address, { headers: { "X-Starkeeper": "fragment" }, cache: "no-store", credentials: "same-origin" }).catch(() => null);
    if (!answer || !answer.ok) return;
    const html = await answer.text();
    if (mine !== wanted || document.hidden) return;
    const sheet = document.createElement("div");
    sheet.id = "peek"; sheet.className = "peek-sheet";
    sheet.innerHTML = html;
    document.body.append(sheet);
  };
  const button = (event) => event.target.closest && event.target.closest("[data-peek]");
  document.addEventListener("pointerdown", (event) => {
    const at = button(event);
    if (!at || event.button) return;
    held = false;
    timer = setTimeout(() => { held = true; show(at.href); }, HOLD);
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => { if (held) hide(); else clearTimeout(timer); });
  document.addEventListener("pointerout", (event) => { if (held && button(event) && event.pointerType !== "touch") hide(); });
  document.addEventListener("click", (event) => {
    const at = button(event);
    if (!at) return;
    event.preventDefault();
    if (held) { held = false; return; }
    const mine = wanted + 1;
    show(at.href).then(() => setTimeout(() => { if (wanted === mine) hide(); }, TAP));
  });
  document.addEventListener("keydown", (event) => {
    const at = button(event);
    if (!at || event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) { held = true; show(at.href); }
  });
  document.addEventListener("keyup", (event) => { if (button(event) && event.key === " ") { held = false; hide(); } });
  for (const stop of ["contextmenu", "dragstart"])
    document.addEventListener(stop, (event) => { if (button(event)) event.preventDefault(); });
  addEventListener("blur", hide);
  for (const gone of ["sk:sleep", "sk:screen"]) document.addEventListener(gone, hide);
})();
