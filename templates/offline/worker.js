// Shows a page of ours when a page cannot be fetched. It keeps that page and what it looks like, and nothing else: no
// page of a person or an organisation, and no answer to a request. Whatever the network answers goes through untouched.
const KEPT = "{{ version }}";
const PAGE = "{{ page }}";
const FILES = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const shown = new Set(); // the places where the page is shown: they alone are given the files

// A newer script takes over when the last page of ours is closed, and not before: Chromium may leave a page that is being
// fetched while one script takes another's place without an answer for good.
self.addEventListener("install", (event) => {
  // Asked for as by nobody: what is kept is the same for everybody.
  const wanted = [PAGE, ...FILES].map((path) => new Request(path, { credentials: "omit" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(wanted)));
});

self.addEventListener("activate", (event) => {
  const renew = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    // Pages are asked for while this script still starts.
    if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
    await self.clients.claim();
  };
  event.waitUntil(renew());
});

const kept = async (path) => (await caches.open(KEPT)).match(path, { ignoreVary: true });

const pageOf = async (event) => {
  try {
    // What the browser asked for by itself may fail where asking again does not: its connection had just been closed.
    return (await Promise.resolve(event.preloadResponse).catch(() => null)) || (await fetch(event.request));
  } catch {
    shown.add(event.resultingClientId);
    return (await kept(PAGE)) || Response.error();
  }
};

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { pathname } = new URL(request.url);
  // A form that was sent as a page is left to the browser, which offers to send it again.
  if (request.mode === "navigate") {
    if (request.method === "GET") event.respondWith(pageOf(event));
  } else if (shown.has(clientId) && FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((file) => file || fetch(request)));
  }
});
