/*
 * Has the app start where the server cannot be reached. The build writes into it the files of the app, each with its hash (app-files.ts). They are kept as a whole, or not
 * at all: the browser refuses a file that is not the one the list names. From then on these files come from here, so that a server cannot put others in their place one by
 * one; the page itself comes from the server as long as it answers, so that a new version is never held up.
 *
 * It sees no call to the server and no secret: calls go past it, and what it keeps is code that anyone may read.
 */
const FILES = {};
const BUILD = "";

const PREFIX = "app-";
const OWN = PREFIX + BUILD;
const PAGE = "/index.html";
/** A server that takes longer than this for its page is not waited for. */
const PATIENCE_MS = 4_000;
/** So many files are asked for at once: what the person does meanwhile comes first. */
const AT_ONCE = 2;

addEventListener("install", (event) => {
  // Calls do not wait for this script to start. Browsers that do not know of routes hand them to it, and it lets them pass.
  event.addRoutes?.([{ condition: { urlPattern: new URLPattern({ pathname: "/api/*" }) }, source: "network" }]).catch(() => undefined);
  event.waitUntil(keepAll().then(() => skipWaiting()));
});

async function keepAll() {
  const cache = await caches.open(OWN);
  const left = Object.entries(FILES);
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await keep(cache, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function keep(cache, path, integrity) {
  if (await cache.match(path)) return;
  const ask = (more) => fetch(path, { integrity, credentials: "omit", redirect: "error", priority: "low", ...more });
  // What the browser has of it may be spoiled.
  await cache.put(path, await ask({}).catch(() => ask({ cache: "reload" })));
}

addEventListener("activate", (event) => event.waitUntil(Promise.all([begin(), forgetOlder()])));

const begin = () => Promise.all([registration.navigationPreload?.enable(), clients.claim()]);

/** The build before this one stays: a tab that is still open runs it, and loads its parts when they are needed. */
async function forgetOlder() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    // A path with a dot in its last part names a file, as it does for the server.
    if (!/\.[^/]*$/.test(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith("/assets/")) event.respondWith(file(request, pathname));
});

async function page({ request, preloadResponse }) {
  const asked = Promise.resolve(preloadResponse).then((early) => early ?? fetch(request));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (answer !== undefined && answer.status < 500) return answer;
  return (await (await caches.open(OWN)).match(PAGE)) ?? asked;
}

const file = async (request, pathname) => (await caches.match(pathname)) ?? fetch(request);
