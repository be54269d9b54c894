// What the server cannot say by itself: that an answer never came, and where the focus went. Pages work without it.
(() => {
  const said = document.getElementById("said");
  const heard = document.getElementById("heard");
  const STAYS = 8000;
  let leaving = 0;

  // A page that was kept in memory tells what was, maybe to somebody who has no right to it any more.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  // A failed POST is told in #said; a failed GET is better shown as the page it is, with its own address.
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.xhr.status < 400) return;
    if (detail.xhr.getResponseHeader("HX-Retarget")) return; // a form comes back, with what is wrong at its field
    // Beside a form that somebody types in, an error must not take the page away.
    if (detail.requestConfig.verb === "get" && !detail.requestConfig.elt.closest(".place")) {
      detail.shouldSwap = false;
      location.assign(detail.pathInfo.finalRequestPath);
    } else if (!detail.xhr.responseText.includes('id="error"')) {
      // Not one of our pages: a proxy answered, and nothing in it is ours to show.
      detail.shouldSwap = false;
      said.textContent = said.dataset.lost;
    }
  });

  // It is told where somebody looks: in an open dialog, which covers the rest of the page, or at the foot of the window.
  const lost = () => {
    const place = document.querySelector("dialog[open] .find-results") || said;
    place.textContent = navigator.onLine ? said.dataset.lost : said.dataset.offline;
  };
  document.body.addEventListener("htmx:sendError", lost);
  document.body.addEventListener("htmx:timeout", lost);

  // A form that htmx does not send would take the page, and what was typed, away for a page that cannot be fetched. The
  // browser may be wrong about it (nothing but this machine may be needed), so the server is asked.
  let going = false;
  document.addEventListener("submit", async (event) => {
    const { target, submitter } = event;
    if (navigator.onLine || going || event.defaultPrevented) return;
    event.preventDefault();
    try {
      await fetch("/healthz", { method: "HEAD", cache: "no-store" });
      going = true;
      target.requestSubmit(submitter);
    } catch {
      lost();
    }
    going = false;
  });

  // Where browsers keep a page of ours for a time without a connection; where it is withdrawn they give it up.
  if (navigator.serviceWorker) {
    addEventListener("load", async () => {
      const { worker } = document.body.dataset;
      try {
        if (worker) await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
        else for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
      } catch {
        // Some browsers refuse it in a private window: then their own page says that there is no connection.
      }
    });
  }

  // The second half of a double click falls on the button that the first half's answer has put there: it would take
  // back what was just done.
  document.body.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest(".task-tick button, .task-move button, .invitation button, .invitation-acts button")) event.preventDefault();
  });

  // A row that an action has put there is shown to be that one.
  document.body.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.matches(".task")) target.classList.add("changed");
  });

  // A slice that came without the control that called for it would drop the focus to the top of the page.
  document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
    const slice = ["slice", "past"].includes(detail.target?.id) && document.getElementById(detail.target.id);
    if (!slice) return;
    if (document.activeElement === document.body) slice.focus();
    heard.textContent = (slice.querySelector("h2") || slice.querySelector("h3") || slice).textContent.trim().replace(/\s+/g, " ").slice(0, 80);
  });

  // A field that is edited where it stands: Escape gives it up, and the cursor begins behind what is there.
  document.body.addEventListener("keydown", (event) => {
    const form = event.key === "Escape" ? event.target.closest(".place-form") : null;
    if (form) form.querySelector(".cancel").click();
  });
  document.body.addEventListener("focusin", ({ target }) => {
    if (target.matches(".place-form input[type=text]")) target.setSelectionRange(target.value.length, target.value.length);
  });

  // On a narrow screen the tab of this page may stand beyond the edge: it is brought in, its neighbours beside it.
  const tab = document.querySelector(".tabs [aria-current]");
  if (tab) {
    const beyond = tab.getBoundingClientRect().right - tab.parentElement.getBoundingClientRect().right;
    if (beyond > 0) tab.parentElement.scrollLeft += beyond + tab.offsetWidth;
  }

  // A form behind a fold, opened by hand, by a link to it or because it came back: the cursor stands where to begin.
  const fold = document.querySelector(".all-fields");
  if (fold) {
    fold.addEventListener("toggle", () => {
      if (fold.open) (fold.querySelector(".wrong :is(input, select)") || fold.querySelector("input[type=text]")).focus();
    });
    const unfold = () => {
      if (location.hash === `#${fold.querySelector("form").id}`) fold.open = true;
    };
    addEventListener("hashchange", unfold);
    unfold();
  }

  // A link that is shown once: copied with one click where the browser allows it, else marked by hand.
  for (const button of document.querySelectorAll("[data-copy]")) {
    const source = document.getElementById(button.dataset.copy);
    source.addEventListener("focus", () => source.select());
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(source.value);
      button.textContent = button.dataset.copied;
      heard.textContent = button.dataset.copied;
    });
  }

  // News leaves after a while, unless somebody points at it; what went wrong stays until the next action.
  new MutationObserver(() => {
    clearTimeout(leaving);
    if (!said.firstElementChild || said.querySelector("h1")) return;
    const leave = () => {
      if (said.matches(":hover, :focus-within")) leaving = setTimeout(leave, STAYS);
      else said.replaceChildren();
    };
    leaving = setTimeout(leave, STAYS);
  }).observe(said, { childList: true });
})();
