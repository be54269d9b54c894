// How many characters a long text has, while it is typed; spoken only when it comes near the limit. A text that is too
// long is not cut, as the browser would cut what is pasted: it is told, and not sent. Pages work without it.
(() => {
  const heard = document.getElementById("heard");
  const PAUSE = 1000;
  let speaking = 0;

  // As the server writes the most of them: browsers group the thousands of a language otherwise.
  const written = (number, most) => String(number).replace(/\B(?=(\d{3})+$)/g, most.replace(/\d/g, "").slice(0, 1));

  const tell = (field, count) => {
    const { most, written: limit, used, over } = count.dataset;
    const length = [...field.value.normalize("NFC")].length;
    const left = most - length;
    const words = (left < 0 ? over : used).replace("{n}", written(left < 0 ? -left : length, limit));
    count.textContent = words.replace("{most}", limit);
    count.classList.toggle("near", left >= 0 && left <= most / 20);
    count.classList.toggle("over", left < 0);
    field.setCustomValidity(left < 0 ? count.textContent : "");
    clearTimeout(speaking);
    if (left <= most / 20) speaking = setTimeout(() => (heard.textContent = count.textContent), PAUSE);
  };

  // Also those that htmx puts there later; a field that was there before is new, too, when its form comes back.
  const watch = (part) => {
    for (const count of part.querySelectorAll(".count")) {
      const field = document.getElementById(count.dataset.field);
      field.removeAttribute("maxlength");
      field.setAttribute("aria-describedby", count.id);
      field.addEventListener("input", () => tell(field, count));
      if (field.value) tell(field, count);
    }
  };
  watch(document);
  document.body.addEventListener("htmx:load", ({ detail }) => detail.elt !== document.body && watch(detail.elt));
})();
