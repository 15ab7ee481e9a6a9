/*
 * Runs after first.js, where this device seems to hold a session: asks for the files that its pages need, which would be found out one by another, and for the server's
 * half of its keys and the sealed overviews, which would have to wait for the whole client. What does not come is asked for again by the app.
 */
try {
  if (document.documentElement.getAttribute("data-first") === "vault") {
    /* The build writes their addresses here (first-paint.ts). */
    const files = [];
    for (const href of files) {
      const kind = href.endsWith(".css") ? { rel: "preload", as: "style" } : { rel: "modulepreload" };
      document.head.append(Object.assign(document.createElement("link"), kind, { crossOrigin: "", href }));
    }
    const result = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
        // There is no such database: the app makes it, and only the app.
        request.onupgradeneeded = () => request.transaction.abort();
      });
    /* As browser-store.ts stores a session: what this device has of it, but no key that opens anything. The overviews stay sealed. */
    const session = async () => {
      const stored = localStorage.getItem("auth");
      const database = await result(indexedDB.open("coffer"));
      const read = (store, key) => result(database.transaction(store).objectStore(store).get(key));
      const key = await read("device", "wrapping-key");
      const bytes = Uint8Array.from(atob(stored.slice(stored.indexOf(".") + 1)), (letter) => letter.charCodeAt(0));
      const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, 12), additionalData: new TextEncoder().encode("auth") };
      const opened = await crypto.subtle.decrypt(algorithm, key, bytes.subarray(12));
      const { token, session } = JSON.parse(new TextDecoder().decode(opened));
      return { token, scopeId: session.personalVaultId, database, read };
    };
    /* What lists begin with, or all of it where that is not kept apart. */
    const overviews = async ({ scopeId, database, read }) => {
      const place = `${scopeId}:first`;
      const first = (await read("overview", place)) ?? [];
      const all = first.length > 0 ? [] : [[scopeId, (await read("overview", scopeId)) ?? []]];
      database.close();
      return new Map([[place, first], ...all]);
    };
    const half = async ({ token }) => {
      const authorization = `Bearer ${token}`;
      const options = { credentials: "omit", cache: "no-store", redirect: "error", referrerPolicy: "no-referrer" };
      return {
        authorization,
        response: await fetch("/api/users/session-half", { ...options, headers: { accept: "application/json", authorization } }),
      };
    };
    // While it is locked there is no half, and nothing to show.
    if (localStorage.getItem("vaultKey") !== null) {
      const stored = session();
      window.halfAhead = stored.then(half).catch(() => null);
      window.overviewsAhead = stored.then(overviews).catch(() => null);
    }
  }
} catch {
  // The app asks for itself.
}
