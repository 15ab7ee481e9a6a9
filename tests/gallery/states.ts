/** STATES: in what condition a screen is met, and how the running product is brought there. */
import type { Page } from "@playwright/test";
import type { Product } from "../journeys/world.ts";
import { type AccountName, withTeam } from "./accounts.ts";
import type { StateName } from "./screens.ts";
import {
  comeBack,
  discardRefused,
  goOffline,
  letDeletionWait,
  letEditBeRefused,
  letEditWait,
  takeDeletionBack,
} from "./waiting-reaches.ts";

interface State {
  /** Whose vault is open; null when no one is signed in. */
  readonly account: AccountName | null;
  /** Before the page is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Once for the product, before the page is loaded: what its pages show is made of what others do too. */
  readonly product?: (product: Product) => Promise<void>;
  /** Once it is shown. */
  readonly after?: (page: Page) => Promise<unknown>;
  readonly undo?: (page: Page) => Promise<unknown>;
  /** The page stays a skeleton. */
  readonly isWaiting?: true;
}

/** What pages ask the server for; what opens the session is not among it. */
const ANSWERS = /\/api\/(vault|categories|import|teams?|roles|shares?|users\/(sessions|audit|2fa|profiles)|export)(\/|\?|$)/;

const ALL = "**/api/**";
const CLOSED = "We are moving to larger disks and will be back at 6 pm.";

/** As on a device that has never held this vault: what it holds is shown without asking. */
const forgetContents = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("coffer");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const clearing = opening.result.transaction(["scope", "record", "overview"], "readwrite");
          for (const store of ["scope", "record", "overview"]) clearing.objectStore(store).clear();
          clearing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

const noAnswer = async (page: Page): Promise<void> => {
  await forgetContents(page);
  await page.route(ANSWERS, () => undefined);
};

const refusals = async (page: Page): Promise<void> => {
  await forgetContents(page);
  await page.route(ANSWERS, (route) => route.fulfill({ status: 503, body: "" }));
};

/** As apps/server/src/http/maintenance.ts refuses; the page learns of it when it asks for something. A reload would lock the vault. */
const closeServer = async (page: Page): Promise<void> => {
  await page.route(ALL, (route) =>
    new URL(route.request().url()).pathname === "/api/status"
      ? route.fulfill({ json: { success: true, maintenance: true, message: CLOSED, version: "0" } })
      : route.fulfill({ status: 503, json: { success: false, code: "maintenance", message: CLOSED } }),
  );
  await page.locator("main [data-open]").first().focus();
  await page.keyboard.press("f");
  await page.getByText("Maintenance in Progress").waitFor();
};

export const STATES: Readonly<Record<StateName, State>> = {
  outside: { account: null },
  // A browser of its own (extension.spec.ts).
  extension: { account: null },
  empty: { account: "empty" },
  one: { account: "one" },
  thirty: { account: "thirty" },
  many: { account: "many" },
  "key pending": { account: "newcomer" },
  alone: { account: "lead" },
  team: { account: "lead", product: withTeam },
  loading: { account: "thirty", before: noAnswer, isWaiting: true },
  error: { account: "thirty", before: refusals },
  "team loading": { account: "lead", product: withTeam, before: noAnswer, isWaiting: true },
  "team error": { account: "lead", product: withTeam, before: refusals },
  "team offline": {
    account: "lead",
    product: withTeam,
    after: goOffline,
    undo: comeBack,
  },
  maintenance: { account: "thirty", after: closeServer },
  "edit waits": { account: "thirty", after: letEditWait, undo: comeBack },
  "edit refused": { account: "thirty", after: letEditBeRefused, undo: discardRefused },
  "deletion waits": { account: "thirty", after: letDeletionWait, undo: takeDeletionBack },
  offline: {
    account: "thirty",
    after: goOffline,
    undo: comeBack,
  },
};
