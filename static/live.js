// A page left open follows the organisation: it asks every 30 seconds while somebody can see it, every two minutes when
// nobody has touched it for ten, and never while it is hidden. Only parts that changed are put in their place.
(() => {
  const root = document.documentElement;
  const live = document.querySelector("[data-live-url]");
  const followed = document.getElementById("followed");
  if (!live || !followed) return;
  const state = document.getElementById("followed-state");
  const time = followed.querySelector("time");
  const heard = document.getElementById("heard");
  const stale = document.getElementById("stale");

  const EVERY = 30_000;
  const IDLE_EVERY = 120_000;
  const IDLE_AFTER = 600_000;
  const PATIENCE = 15_000;
  const LONGEST = 60_000;

  let tag = live.dataset.tag || "";
  let asked = Date.now();
  let touched = Date.now();
  let wait = 0; // milliseconds until the next attempt after a failure; 0 while all is well
  let timer = 0;
  let asking = false;
  let soon = false; // the browser came back online meanwhile
  let over = false;
  const kept = new Map(); // parts as the server sent them, by id
  const later = new Map(); // parts that came while somebody was typing in their place

  const partsOf = (element) => [...element.querySelectorAll("[data-part]")];
  const changed = (field) => field.matches("select")
    ? [...field.options].some((option) => option.selected !== option.defaultSelected)
    : field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  const typed = (element) => [...element.querySelectorAll("input:not([type=hidden]), textarea, select")].some(changed);
  const paused = () => root.dataset.live === "off";
  const idle = () => Date.now() - touched > IDLE_AFTER;

  for (const part of partsOf(live)) kept.set(part.id, part.cloneNode(true));

  const tell = (words) => {
    const text = (words || "").replace("{time}", time.textContent);
    if (state.textContent !== text) state.textContent = text;
    followed.classList.toggle("lost", Boolean(wait));
  };

  const schedule = () => {
    clearTimeout(timer);
    if (over || asking || paused() || document.hidden) return;
    const every = wait || (idle() ? IDLE_EVERY : EVERY);
    timer = setTimeout(ask, Math.max(0, asked + every - Date.now()));
  };

  // The same place in the part that takes its place: by id, or by where it leads.
  const twin = (element, part) => {
    if (element.id) return document.getElementById(element.id);
    const href = element.getAttribute("href");
    return href ? part.querySelector(`${element.localName}[href="${CSS.escape(href)}"]`) : null;
  };

  const put = (old, fresh) => {
    kept.set(fresh.id, fresh.cloneNode(true));
    if (fresh.isEqualNode(old)) return false;
    const active = document.activeElement;
    const inside = old.contains(active);
    fresh.classList.add("moved");
    old.replaceWith(fresh);
    htmx.process(fresh);
    if (inside) (twin(active, fresh) || document.getElementById("main")).focus({ preventScroll: true });
    setTimeout(() => fresh.classList.remove("moved"), 1500);
    return true;
  };

  // What somebody looks at stays where it is on the screen while parts above it become higher or lower. The browser does
  // that by itself only while the element that it holds on to is there; here it is replaced.
  const holding = (change) => {
    if (scrollY === 0) return change();
    const topOf = (element) => element.getBoundingClientRect().top;
    const shown = (element) => element.getBoundingClientRect().bottom > 0 && topOf(element) < innerHeight;
    const main = document.getElementById("main");
    const focused = document.activeElement !== main && main.contains(document.activeElement) && shown(document.activeElement);
    const stand = focused ? null : [...main.querySelectorAll("[data-part], li[id]")].find((one) => shown(one) && topOf(one) >= 0);
    const held = () => (focused ? document.activeElement : stand && document.getElementById(stand.id));
    const before = held() ? topOf(held()) : 0;
    const changed = change();
    if (held()) scrollBy({ top: topOf(held()) - before, behavior: "instant" });
    return changed;
  };

  const busy = (part) => {
    const active = document.activeElement;
    return typed(part) || (part.contains(active) && active.matches("input, textarea, select"));
  };

  const place = (answer) => {
    let moved = false;
    const fresh = partsOf(answer);
    for (const part of fresh) {
      const old = document.getElementById(part.id);
      if (!old) live.prepend(part);
      else if (kept.get(part.id)?.isEqualNode(part)) later.delete(part.id);
      else if (busy(old)) later.set(part.id, part);
      else moved = put(old, part) || moved;
    }
    const ids = new Set(fresh.map((part) => part.id));
    for (const part of partsOf(live)) if (!ids.has(part.id)) part.remove();
    return moved;
  };

  // What came while somebody typed is put in its place once they have left and taken their words with them.
  document.addEventListener("focusout", () => setTimeout(() => {
    for (const [id, part] of later) {
      const old = document.getElementById(id);
      if (old && busy(old)) continue;
      later.delete(id);
      if (old) holding(() => put(old, part));
    }
  }));

  const leave = (to, words) => {
    over = true;
    // Words that somebody has begun to type are worth more than a page that is up to date.
    if (typed(document)) tell(words);
    else if (to) location.assign(to);
    else location.reload();
  };

  const take = async (answer) => {
    const redirect = answer.headers.get("HX-Redirect");
    if (redirect) return leave(redirect, followed.dataset.out);
    if (answer.status === 403 || answer.status === 404) return leave("", followed.dataset.gone);
    if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered with ${answer.status}`);
    const current = answer.headers.get("ETag") || "";
    const release = (text) => text.replace(/^W\/"|-.*$/g, "");
    if (tag && release(current) !== release(tag)) return leave("", followed.dataset.renewed);
    if (answer.status === 200) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const moved = holding(() => {
        const some = place(fresh);
        if (some && stale) {
          document.getElementById("slice")?.before(stale);
          stale.hidden = false;
        }
        return some;
      });
      if (moved) heard.textContent = live.querySelector("[data-said]")?.dataset.said || "";
    }
    tag = current;
    const instant = answer.headers.get("Tablero-As-Of") || "";
    time.dateTime = instant;
    time.textContent = instant.slice(11, 16);
    followed.hidden = false;
    if (wait) heard.textContent = followed.dataset.back;
    wait = 0;
    tell("");
  };

  const ask = async () => {
    asking = true;
    try {
      const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
      if (tag) headers["If-None-Match"] = tag;
      const signal = AbortSignal.timeout(PATIENCE);
      await take(await fetch(live.dataset.liveUrl, { headers, signal, cache: "no-store", credentials: "same-origin" }));
    } catch {
      wait = wait ? Math.min(2 * wait, LONGEST) : 5_000;
      tell(followed.dataset.lost);
    }
    asking = false;
    asked = soon ? 0 : Date.now();
    soon = false;
    schedule();
  };

  const touch = () => {
    const was = idle();
    touched = Date.now();
    if (was) schedule();
  };
  for (const name of ["pointerdown", "pointermove", "keydown", "scroll"]) addEventListener(name, touch, { passive: true });
  document.addEventListener("visibilitychange", schedule);
  addEventListener("offline", () => {
    wait = wait || 5_000;
    tell(followed.dataset.lost);
    schedule();
  });
  addEventListener("online", () => {
    soon = asking;
    asked = 0;
    schedule();
  });
  document.body.addEventListener("look", () => setTimeout(schedule));
  // What an action of one's own has put there is what the next answer is held against.
  document.body.addEventListener("htmx:afterSettle", () => {
    for (const part of partsOf(live)) if (!later.has(part.id)) kept.set(part.id, part.cloneNode(true));
  });
  schedule();
})();
