// Ctrl-K (or Cmd-K) opens Find over the page; the link beside the name does the same. Without this the link is a page.
(() => {
  const palette = document.getElementById("palette");
  const link = document.getElementById("find-link");
  if (!palette || !link || !palette.showModal) return;
  const body = palette.querySelector(".palette-body");

  let opening = false; // the field is not there yet, or htmx does not listen to it yet
  let early = ""; // typed in the meantime
  let going = false; // Enter came before the answer to what was typed
  let held = ""; // where the link under the focus leads, while other results take the place of these

  const field = () => palette.querySelector("input");
  const results = () => palette.querySelector(".find-results");
  const answered = () => results().dataset.query === field().value.trim();

  const go = () => {
    going = false;
    // What can be done stands below what was found: it is not meant by Enter where nothing was.
    if (!results().querySelector(".empty")) results().querySelector("a")?.click();
  };

  const open = () => {
    if (palette.open) return;
    palette.showModal();
    [opening, early, going] = [true, "", false];
    htmx.ajax("GET", link.href, { target: body, swap: "innerHTML" });
  };

  // Whoever types faster than the field comes loses nothing.
  const keep = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Enter") going = true;
    else if (event.key === "Backspace") early = early.slice(0, -1);
    else if (event.key.length === 1) early += event.key;
    else return;
    event.preventDefault();
  };

  palette.addEventListener("htmx:beforeSwap", () => {
    held = document.activeElement.closest(".find-results") ? document.activeElement.getAttribute("href") : "";
  });

  palette.addEventListener("htmx:afterSettle", () => {
    if (!palette.open || !field() || !results()) return;
    if (opening) {
      opening = false;
      field().focus();
      field().value = early;
      if (early) field().dispatchEvent(new Event("input", { bubbles: true }));
    } else if (held) {
      // Results that change under the focus leave it on the same one, or on the first.
      (results().querySelector(`a[href="${CSS.escape(held)}"]`) || results().querySelector("a") || field()).focus();
      held = "";
    }
    if (going && answered()) go();
  });

  // What was found the last time would take the first letters, and then go away with them.
  palette.addEventListener("close", () => {
    opening = false;
    body.replaceChildren();
  });

  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    open();
  });

  document.addEventListener("keydown", (event) => {
    // The field of a search keeps the first Escape for itself, to empty itself.
    if (palette.open && event.key === "Escape") {
      event.preventDefault();
      palette.close();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open();
    } else if (palette.open && opening) {
      keep(event);
    } else if (palette.open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const stops = [field(), ...palette.querySelectorAll(".find-results a")];
      const at = stops.indexOf(document.activeElement);
      const next = stops[(at + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length];
      event.preventDefault();
      next.focus();
    }
  });

  // Enter in the field goes to the first result instead of to the page of results, once there is an answer to what was
  // typed; a second Enter does not wait for it.
  palette.addEventListener("submit", (event) => {
    if (going) return;
    event.preventDefault();
    if (answered()) go();
    else going = true;
  });

  palette.addEventListener("click", (event) => {
    if (event.target === palette) palette.close();
    // A link to a place on this very page would leave the palette open above it.
    if (event.target.closest("a[href*='#']")) palette.close();
  });
})();
