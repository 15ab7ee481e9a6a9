/** The extension's worker: keeps scripts of pages away from what the extension stores, and can say what Coffer sees in a tab. */
import { framesOf } from "../fill/frames.ts";

// Keys lie in `session`, which only our own pages may read unless told otherwise; the server's address in `local`, which all may.
void Promise.all([chrome.storage.session, chrome.storage.local].map((area) => area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" })));

/** Asked by the gym, through the developer's tools: nothing can call into a worker otherwise. */
Object.assign(globalThis, { framesOf });
