// Single keys: to places, along rows, to a new task. They can be switched off, and are never heard while somebody types.
(() => {
  const root = document.documentElement;
  const main = document.getElementById("main");
  const sheet = document.getElementById("keys");
  const opener = document.getElementById("keys-open");
  const ROWS = "li.task, .projects > li, .projects-short > li, .ranks > li, .people > li, .events > li, .org-list > li";
  const TYPED = "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), select, textarea, [contenteditable]";
  const TOGETHER = 1500;
  let prefixed = -Infinity;

  const show = () => {
    sheet.showModal();
    document.getElementById("keys-h").focus();
  };
  opener.addEventListener("click", show);
  document.getElementById("keys-close").addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });

  const linkOf = (row) => row.querySelector(".task-title, .project-title") || row.querySelector("a[href]");
  const rows = () => [...main.querySelectorAll(ROWS)].filter((row) => linkOf(row) && row.getClientRects().length);
  const here = (all) => all.findIndex((row) => row.contains(document.activeElement));

  const step = (by) => {
    const all = rows();
    const at = here(all);
    const row = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)];
    if (!row) return;
    linkOf(row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };

  const choose = () => {
    const all = rows();
    const box = all[here(all)]?.querySelector(".task-choose input[type=checkbox]");
    if (box) box.click();
  };

  const start = () => {
    const field = document.querySelector("#quick_line, #new-task input:not([type=hidden])");
    const elsewhere = document.querySelector("[data-new]");
    if (field) field.focus();
    else if (elsewhere) location.assign(elsewhere.dataset.new);
  };

  const go = (key) => {
    const link = document.querySelector(`[data-key="g ${CSS.escape(key)}"]`);
    if (link) location.assign(link.href);
    return link;
  };

  const KEYS = { "?": show, j: () => step(1), k: () => step(-1), x: choose, n: start };

  document.addEventListener("keydown", (event) => {
    if (root.dataset.keys === "off" || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest(TYPED) || document.querySelector("dialog[open]")) return;
    const second = event.timeStamp - prefixed < TOGETHER;
    prefixed = -Infinity;
    if (second && go(event.key)) event.preventDefault();
    else if (event.key === "g") prefixed = event.timeStamp;
    else if (!second && Object.hasOwn(KEYS, event.key)) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });
})();
