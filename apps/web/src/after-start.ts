/** What no one waits for: the faces, and for who has a session the start without a server. */
import "./fonts.css";
import { afterFirstRows } from "@coffer/app/frame/first-rows.ts";
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { ownScript } from "@coffer/app/ui/start-worker.ts";

/** Has the browser keep the app (offline/service-worker.js) once a vault is open here: a visitor has nothing to start it for. Browsers offer it to safe origins alone. */
export function begin(watch: SessionWatch): void {
  if (!("serviceWorker" in navigator)) return;
  const look = (): void => {
    const { session, locked } = watch.state();
    if (session === null || locked) return;
    leave();
    void afterFirstRows().then(keepApp);
  };
  const leave = watch.subscribe(look);
  look();
}

/** Where it is refused (a full disk, a private window) the app starts with the server alone, as before. */
const keepApp = (): Promise<unknown> =>
  navigator.serviceWorker.register(ownScript(SERVICE_WORKER), { updateViaCache: "none" }).catch(() => undefined);
