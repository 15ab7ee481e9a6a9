/** What a browser keeps of the app for a start without the server, and what a script does to it that got into the app once. */
import type { Page } from "@playwright/test";

/** Names of what this browser keeps for the app, each with the paths in it. */
export const cachedFiles = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const rows = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const;
    });
    return Object.fromEntries(await Promise.all(rows));
  });

/** As a script that got into the app once would: in the place of every file. */
export const replaceCached = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const [type, text] = url.endsWith(".html")
          ? ["text/html", "<title>Swapped</title>"]
          : [url.endsWith(".css") ? "text/css" : "text/javascript", "globalThis.swapped = true;"];
        await cache.put(url, new Response(text, { headers: { "content-type": type } }));
      }
    }
  });

/** Paths of what is kept and was made up. */
export const replacedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if ((await cache.match(request))?.type === "default") found.push(new URL(request.url).pathname);
    }
    return found;
  });
