/*
 * Runs after first.js, where this device seems to hold a session: asks for the server's half of its keys, which would have to wait for the whole client. What does not
 * come is asked for again by the app.
 */
try {
  if (document.documentElement.getAttribute("data-first") === "vault") {
    const text = (bytes) => new TextDecoder().decode(bytes);
    const result = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
        // There is no such database: the app makes it, and only the app.
        request.onupgradeneeded = () => request.transaction.abort();
      });
    /* As browser-store.ts stores a session: what this device has of it, but no key that opens anything. */
    const token = async () => {
      const stored = localStorage.getItem("auth");
      const database = await result(indexedDB.open("coffer"));
      const key = await result(database.transaction("device").objectStore("device").get("wrapping-key"));
      database.close();
      const bytes = Uint8Array.from(atob(stored.slice(stored.indexOf(".") + 1)), (letter) => letter.charCodeAt(0));
      const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, 12), additionalData: new TextEncoder().encode("auth") };
      return JSON.parse(text(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(12)))).token;
    };
    const half = async () => {
      const authorization = `Bearer ${await token()}`;
      const options = { credentials: "omit", cache: "no-store", redirect: "error", referrerPolicy: "no-referrer" };
      return {
        authorization,
        response: await fetch("/api/users/session-half", { ...options, headers: { accept: "application/json", authorization } }),
      };
    };
    // While it is locked there is none.
    if (localStorage.getItem("vaultKey") !== null) window.halfAhead = half().catch(() => null);
  }
} catch {
  // The app asks for itself.
}
