/** A session that is taken over from the web while something else becomes of the one that is here. */
import { beforeEach, expect, it } from "vitest";
import { type Areas, SERVER, slotName } from "../storage-keys.ts";
import { someAreas } from "../testing/area.ts";
import { slots } from "../testing/slots.ts";
import { acceptPending, answerWebMessage, type LinkDeps, pendingAccount, rememberAccount } from "./message-handler.ts";
import type { WebSession } from "./web-session.ts";

const ORIGIN = "https://vault.example";
let session: Map<string, unknown>;
let deps: LinkDeps;
beforeEach(() => {
  session = new Map();
  deps = {
    id: "ours",
    areas: someAreas(new Map([[SERVER, ORIGIN]]), session),
    tell: () => undefined,
    refresh: async () => true,
    launched: async () => true,
    forget: async () => undefined,
  };
});

const save = (userId: string) => ({ type: "SAVE_AUTH_DATA", slots: slots(userId) });
const say = (message: unknown) => answerWebMessage(message, { id: "ours", origin: ORIGIN, frameId: 0, tab: { id: 1 } }, deps);

it.each([
  ["a session that the person agrees to", async (seen: WebSession) => acceptPending(seen, deps.areas)],
  ["a session of a known account", async ({ user }: WebSession) => rememberAccount(user.id, deps.areas).then(() => say(save("bob")))],
])("%s is not lost to the end of the one before it, which has already looked whose session is kept", async (_, take) => {
  await rememberAccount("ann", deps.areas);
  await say(save("ann"));
  await say(save("bob"));
  const seen = await pendingAccount(deps.areas);
  if (seen === null) throw new Error("no account is pending");
  const { alone } = deps.areas;
  let clears = (): void => undefined;
  const looks = new Promise<void>((resolve) => {
    clears = resolve;
  });
  const ending = alone(() => looks.then(() => session.clear()));
  // Code that takes no turn is done by then; code that does waits for it.
  const waits = new Promise<void>((resolve) => {
    const waited: Areas["alone"] = (work) => {
      resolve();
      return alone(work);
    };
    deps = { ...deps, areas: { ...deps.areas, alone: waited } };
  });
  const taken = take(seen);
  await Promise.race([taken, waits]);
  clears();
  await Promise.all([ending, taken]);
  expect(session.get(slotName("auth"))).toBe(slots("bob").auth);
  expect(session.get(slotName("vaultKey"))).toBe("CCCC");
});

it("a session for which the browser's memory has no room leaves the profile before it whole", async () => {
  await rememberAccount("ann", deps.areas);
  await rememberAccount("bob", deps.areas);
  await say({ type: "SAVE_AUTH_DATA", slots: { ...slots("ann"), encryptionKey: "DDDD" } });
  const before = [...session];
  const full = async (): Promise<void> => Promise.reject(new Error("QUOTA_BYTES quota exceeded"));
  deps = { ...deps, areas: { ...deps.areas, session: { ...deps.areas.session, set: full } } };
  await expect(say(save("bob"))).rejects.toThrow("QUOTA_BYTES");
  expect([...session]).toEqual(before);
});
