/*
 * Has the app start where the server cannot be reached. The build writes into it the files of the app, each with its hash (app-files.ts). They are kept as a whole, or not
 * at all: the browser refuses a file that is not the one the list names. From then on these files come from here, so that a server cannot put others in their place one by
 * one; the page itself comes from the server as long as it answers, so that a new version is never held up. What is kept is compared with the list again whenever it is
 * handed out: any script of this origin can write there, and one that got in once would stay for ever.
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
  const left = Object.keys(FILES);
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await keep(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function keep(path) {
  if (await listed(path)) return;
  const cache = await caches.open(OWN);
  // What the browser has of it may be spoiled.
  await cache.put(path, await ask(path, { priority: "low" }).catch(() => ask(path, { priority: "low", cache: "reload" })));
}

const ask = (path, more) => fetch(path, { integrity: FILES[path], credentials: "omit", redirect: "error", ...more });

/** The file that the list names, with the headers that the server gave it: what a script made up is of another type. */
async function listed(path) {
  const kept = await (await caches.open(OWN)).match(path);
  if (kept?.type !== "basic") return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await kept.clone().arrayBuffer()));
  return FILES[path] === `sha256-${btoa(String.fromCharCode(...hash))}` ? kept : undefined;
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
  } else if (pathname.startsWith("/assets/")) event.respondWith(pathname in FILES ? file(event, pathname) : older(request, pathname));
});

async function page({ request, preloadResponse }) {
  const asked = Promise.resolve(preloadResponse).then((early) => early ?? fetch(request));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (answer !== undefined && answer.status < 500) return answer;
  return (await listed(PAGE)) ?? asked;
}

async function file(event, path) {
  const kept = await listed(path);
  if (kept) return kept;
  event.waitUntil(keep(path).catch(() => undefined));
  return ask(path);
}

/** Of a page that still runs the build before. No list says what it was: the server is asked first. */
async function older(request, path) {
  const answer = await fetch(request).catch(() => undefined);
  return answer?.ok ? answer : ((await caches.match(path)) ?? answer ?? Response.error());
}
