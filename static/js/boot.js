/* Small things for every page: times in the reader's zone, the code behind the #, forms that wait for the Wi-Fi. */
(() => {
  "use strict";
  for (const at of document.querySelectorAll("time[datetime]")) {
    const when = new Date(at.dateTime);
    if (!isNaN(when)) at.textContent = when.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  }
  /* A seat's one-time code comes behind the #: no server and no log ever sees that part. */
  const move = document.querySelector("form[data-move]"), secret = location.hash.slice(1);
  if (move && secret) {
    history.replaceState(null, "", location.pathname);
    move.elements.code.value = secret;
    move.requestSubmit ? move.requestSubmit() : move.submit();
  }
  /* A new league is probably played where this phone is. */
  const zone = document.querySelector("input[data-guess]"), mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && mine) zone.value = mine;
  if (!document.body.dataset.unsent) {   // where no queue sends the forms
    document.addEventListener("submit", (event) => {
      const form = event.target, button = event.submitter || document.querySelector(`[form="${form.id}"]`);
      if (form.dataset.sent) { event.preventDefault(); return; }   // an eager thumb
      if ("wait" in form.dataset && navigator.onLine === false) {
        event.preventDefault();
        if (button) { button.setAttribute("aria-disabled", "true"); button.textContent = document.body.dataset.wait; }
        addEventListener("online", () => { if (button) button.removeAttribute("aria-disabled"); form.submit(); }, { once: true });
        return;
      }
      form.dataset.sent = "1";
      setTimeout(() => delete form.dataset.sent, 4000);
    });
    addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });
  }
  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
})();
