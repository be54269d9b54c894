// How somebody likes the product shown: the server keeps it and says what changed; here the page follows at once.
(() => {
  const root = document.documentElement;
  const scheme = document.querySelector('meta[name="color-scheme"]');

  document.body.addEventListener("look", ({ detail }) => {
    if (detail.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = detail.theme;
    scheme.content = detail.theme === "system" ? "light dark" : detail.theme;
    root.dataset.keys = detail.keys;
    root.dataset.live = detail.live;
    for (const button of document.querySelectorAll('button[aria-pressed][name="theme"]')) {
      button.setAttribute("aria-pressed", String(button.value === detail.theme));
    }
  });
})();
