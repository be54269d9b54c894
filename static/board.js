// Drag and drop on the board. A drop sends the form of the row's own button, so that it counts, can be undone and is
// refused as a click is; the buttons stay the way for keyboard and touch. Pages work without it.
(() => {
  const REMEMBERED = 6000;
  const waiting = new Map(); // row id -> the column it was dropped on, and the one it came from
  let held = null;

  const columnOf = (node) => (node.closest ? node : node.parentElement).closest(".columns > section");
  const columnFor = (row, status) => row.closest(".columns").querySelector(`[data-column="${status}"]`);

  // A row's place in a column is that of the page when it is loaded again: in order of the ids, newest first.
  const put = (row, column) => {
    const focused = row.contains(document.activeElement) ? document.activeElement : null;
    const rows = column.querySelector(".tasks");
    rows.insertBefore(row, [...rows.children].find((other) => other !== row && other.id > row.id) || null);
    if (focused) focused.focus();
  };

  // The button that leads towards a column. From done it is one step to open, whichever column is meant.
  const step = (row, goal) => {
    if (row.dataset.status === goal) return null;
    const ticked = goal === "done" || row.dataset.status === "done";
    return row.querySelector(ticked ? "form.task-tick" : "form.task-move");
  };

  const go = (row, goal, from) => {
    const form = step(row, goal);
    if (!form) return;
    waiting.set(row.id, { goal, from });
    put(row, columnFor(row, goal));
    row.classList.add("moving");
    form.requestSubmit();
  };

  const goBack = (row) => {
    const { from } = waiting.get(row.id);
    waiting.delete(row.id);
    row.classList.remove("moving");
    // Of a row that has taken one of two steps the first one holds: it goes where it stands.
    put(row, from.dataset.column === row.dataset.status ? from : columnFor(row, row.dataset.status));
    row.classList.add("went-back");
    setTimeout(() => row.classList.remove("went-back"), REMEMBERED);
  };

  const count = (column) => {
    const said = column.querySelector(".column-n");
    const shown = String(column.querySelectorAll(".task").length);
    const { total, words } = said.dataset;
    said.textContent = shown === total ? total : words.replace("{shown}", shown).replace("{total}", total);
  };

  // Whatever has been swapped in: each row stands in the column of its status, and can be taken if it may be moved.
  const tidy = () => {
    for (const row of document.querySelectorAll(".columns .task:not(.moving)")) {
      row.draggable = Boolean(row.querySelector("form"));
      for (const link of row.querySelectorAll("a")) link.draggable = false;
      const wish = waiting.get(row.id);
      if (wish && wish.goal === "doing" && row.dataset.status === "open") {
        go(row, wish.goal, wish.from);
        continue;
      }
      waiting.delete(row.id);
      if (columnOf(row).dataset.column !== row.dataset.status) put(row, columnFor(row, row.dataset.status));
    }
    document.querySelectorAll(".columns > section").forEach(count);
  };

  const letGo = () => {
    if (held) held.classList.remove("held");
    held = null;
    document.querySelectorAll(".columns > .over").forEach((column) => column.classList.remove("over"));
  };

  document.addEventListener("dragstart", (event) => {
    const row = event.target.closest ? event.target.closest(".columns .task") : null;
    if (!row || !row.draggable || row.classList.contains("moving")) return;
    held = row;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", row.querySelector(".task-title").textContent.trim());
    // Only after the browser has taken the picture of it that follows the pointer.
    requestAnimationFrame(() => row.classList.add("held"));
  });

  document.addEventListener("dragover", (event) => {
    const column = held && held.isConnected ? columnOf(event.target) : null;
    document.querySelectorAll(".columns > .over").forEach((other) => other !== column && other.classList.remove("over"));
    if (!column) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    column.classList.add("over");
  });

  document.addEventListener("drop", (event) => {
    const column = held && held.isConnected ? columnOf(event.target) : null;
    if (!column) return;
    event.preventDefault();
    go(held, column.dataset.column, columnOf(held));
    letGo();
  });
  document.addEventListener("dragend", letGo);

  // Refused, failed or never answered: #said tells why.
  document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
    const row = detail.elt.closest(".columns .task.moving");
    if (!row || !waiting.has(row.id) || detail.successful) return;
    goBack(row);
    tidy();
  });
  document.body.addEventListener("htmx:afterSettle", tidy);
  tidy();
})();
