// Ctrl-K (or Cmd-K) opens Find over the page; the link beside the name does the same. Without this the link is a page.
(() => {
  const palette = document.getElementById("palette");
  const link = document.getElementById("find-link");
  if (!palette || !link || !palette.showModal) return;
  const body = palette.querySelector(".palette-body");

  const open = () => {
    if (palette.open) return;
    palette.showModal();
    htmx.ajax("GET", link.href, { target: body, swap: "innerHTML" }).then(() => {
      const field = palette.querySelector("input");
      if (field) field.focus();
    });
  };

  // What was found the last time would take the first letters, and then go away with them.
  palette.addEventListener("close", () => body.replaceChildren());

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
    } else if (palette.open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const stops = [palette.querySelector("input"), ...palette.querySelectorAll(".find-results a")].filter(Boolean);
      const at = stops.indexOf(document.activeElement);
      const next = stops[(at + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length];
      event.preventDefault();
      next.focus();
    }
  });

  // Enter in the field goes to the first result instead of to the page of results.
  palette.addEventListener("submit", (event) => {
    const first = palette.querySelector(".find-results a");
    if (first) {
      event.preventDefault();
      first.click();
    }
  });

  palette.addEventListener("click", (event) => {
    if (event.target === palette) palette.close();
    // A link to a place on this very page would leave the palette open above it.
    if (event.target.closest("a[href*='#']")) palette.close();
  });
})();
