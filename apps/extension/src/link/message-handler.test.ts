import { beforeEach, describe, expect, it } from "vitest";
import { KNOWN_ACCOUNTS, PENDING_ACCOUNT, SERVER, slotName, WEB_SESSION_AT } from "../storage-keys.ts";
import { someAreas } from "../testing/area.ts";
import { slots } from "../testing/slots.ts";
import {
  acceptPending,
  answerWebMessage,
  type LinkDeps,
  pendingAccount,
  refusePending,
  rememberAccount,
  type Sender,
  type SessionEvent,
  webSessionAt,
} from "./message-handler.ts";

const ORIGIN = "https://vault.example";
const OURS: Sender = { id: "ours", origin: ORIGIN, frameId: 0, tab: { id: 1 } };

let local: Map<string, unknown>;
let session: Map<string, unknown>;
/** Of the extension's own pages, and that what this device held is gone. */
let told: (SessionEvent | "forgotten")[];
/** What was asked of the vault. */
let asked: unknown[];
let deps: LinkDeps;
beforeEach(() => {
  local = new Map([[SERVER, ORIGIN]]);
  session = new Map();
  told = [];
  asked = [];
  deps = {
    id: "ours",
    areas: someAreas(local, session),
    tell: (news) => void told.push(news),
    refresh: async (entries) => asked.push(entries) > 0,
    launched: async (launch, fromTab) => asked.push([launch, fromTab]) > 0,
    forget: async () => void told.push("forgotten"),
  };
});

const save = (userId?: string, halfHash?: string) => ({ type: "SAVE_AUTH_DATA", slots: slots(userId, halfHash) });
const ENTRY = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e11";
const SAVE_ID = "00112233445566778899aabbccddeeff";
const entries = (more: object = {}) => ({
  type: "SAVE_ENTRIES",
  entries: [{ id: ENTRY, saveId: SAVE_ID, fields: { username: "sealed" }, ...more }],
});
const launch = (more: object = {}) => ({
  type: "SET_LAUNCH_DATA",
  entryId: ENTRY,
  url: "https://shop.example/",
  timestamp: Date.now(),
  ...more,
});
const say = (message: unknown, sender: Sender = OURS) => answerWebMessage(message, sender, deps);

describe("which senders are accepted", () => {
  it.each<[string, Sender]>([
    ["another site", { ...OURS, origin: "https://evil.example" }],
    ["the server's name at another port", { ...OURS, origin: `${ORIGIN}:8443` }],
    ["the server without encryption", { ...OURS, origin: "http://vault.example" }],
    ["a page without an origin", { ...OURS, origin: "null" }],
    ["an unknown origin", { ...OURS, origin: undefined }],
    ["a frame in the server's page", { ...OURS, frameId: 3 }],
    ["another extension", { ...OURS, id: "theirs" }],
    ["no tab", { ...OURS, tab: undefined }],
  ])("not %s", async (_, sender) => {
    await rememberAccount("ann", deps.areas);
    session.set(slotName("auth"), "kept");
    const before = [new Map(local), new Map(session)];
    const every = [save(), { type: "CLEAR_AUTH_DATA" }, { type: "CLEAR_MASTER_PASSWORD" }, entries(), { type: "FETCH_ENTRIES" }, launch()];
    for (const message of every) expect(await say(message, sender)).toBeNull();
    expect(asked).toEqual([]);
    expect([local, session]).toEqual(before);
    expect(told).toEqual([]);
  });

  it("no one, before the user has named a server", async () => {
    local.delete(SERVER);
    expect(await say(save(), { ...OURS, origin: undefined })).toBeNull();
    expect(await say(save())).toBeNull();
    expect(session.size).toBe(0);
  });
});

const { vaultKey: _, ...withoutVaultKey } = slots();
it.each<[unknown]>([
  [null],
  [undefined],
  [7],
  ["SAVE_AUTH_DATA"],
  [[]],
  [{}],
  [{ type: "AUTH_STATE_CHANGED", news: "ended" }],
  [{ type: "GET_AUTH_DATA" }],
  [{ type: { toString: () => "CLEAR_AUTH_DATA" } }],
  [{ ask: "fields" }],
  [{ type: "SAVE_AUTH_DATA" }],
  [{ type: "SAVE_AUTH_DATA", slots: null }],
  [{ type: "SAVE_AUTH_DATA", slots: [] }],
  [{ type: "SAVE_AUTH_DATA", slots: {} }],
  [{ type: "SAVE_AUTH_DATA", slots: withoutVaultKey }],
  [{ type: "SAVE_AUTH_DATA", slots: Object.create(slots()) }],
  [{ type: "SAVE_AUTH_DATA", slots: { ...slots(), vaultKey: { length: 1 } } }],
  [{ type: "SAVE_AUTH_DATA", slots: { ...slots(), vaultKey: "<script>" } }],
  [{ type: "SAVE_AUTH_DATA", slots: { ...slots(), vaultKey: "A".repeat(100_001) } }],
  [{ type: "SAVE_AUTH_DATA", slots: { ...slots(), auth: "AAAA" } }],
  [{ type: "SAVE_AUTH_DATA", slots: { ...slots(), auth: btoa("null") } }],
  [
    {
      type: "SAVE_AUTH_DATA",
      slots: { ...slots(), auth: btoa('{"session":{"user":{"id":["ann"],"email":"a"}},"token":"t","halfHash":"h"}') },
    },
  ],
  [{ type: "SAVE_ENTRIES" }],
  [{ type: "SAVE_ENTRIES", entries: {} }],
  [{ type: "SAVE_ENTRIES", entries: [null] }],
  [{ type: "SAVE_ENTRIES", entries: [{ id: ENTRY }] }],
  [{ type: "SAVE_ENTRIES", entries: Array.from({ length: 1001 }, () => ({ id: ENTRY, saveId: SAVE_ID })) }],
  [entries({ id: "../../" })],
  [entries({ saveId: { length: 1 } })],
  [{ type: "SET_LAUNCH_DATA" }],
  [launch({ entryId: 7 })],
  [launch({ url: "javascript:alert(1)" })],
  [launch({ url: "file:///etc/passwd" })],
  [launch({ url: `https://shop.example/${"a".repeat(8_000)}` })],
  [launch({ timestamp: "now" })],
  [launch({ timestamp: Date.now() - 120_000 })],
  [launch({ timestamp: Date.now() + 120_000 })],
])("a message of another shape does nothing: %j", async (message) => {
  await rememberAccount("ann", deps.areas);
  session.set(slotName("auth"), "kept");
  expect(await say(message)).toEqual({ ok: false });
  expect([...session]).toEqual([[slotName("auth"), "kept"]]);
  expect([told, asked]).toEqual([[], []]);
});

describe("SAVE_AUTH_DATA (A248)", () => {
  it("of an account that no one agreed to waits for the user, and touches nothing that is stored", async () => {
    session.set(slotName("auth"), "bob's");
    expect(await say(save())).toEqual({ ok: false });
    expect([...session.keys()]).toEqual([slotName("auth"), PENDING_ACCOUNT]);
    expect(told).toEqual([]);
    expect((await pendingAccount(deps.areas))?.user.email).toBe("ann@example.com");
  });

  it("is taken once the person agreed, and from then on without a question", async () => {
    await say(save());
    const pending = await pendingAccount(deps.areas);
    if (pending) await acceptPending(pending, deps.areas);
    expect(session.get(slotName("vaultKey"))).toBe("CCCC");
    expect(await pendingAccount(deps.areas)).toBeNull();
    expect(await webSessionAt(deps.areas)).toBeGreaterThan(0);
    session.clear();
    expect(await say(save())).toEqual({ ok: true });
    expect(session.get(slotName("vaultKey"))).toBe("CCCC");
    expect(told).toEqual(["began"]);
  });

  it("is forgotten when the person refuses, and asked again with the next", async () => {
    await say(save());
    await refusePending(deps.areas);
    expect(session.size).toBe(0);
    expect(local.has(KNOWN_ACCOUNTS)).toBe(false);
    expect(await say(save())).toEqual({ ok: false });
  });

  it("agreed to is what the user saw, whatever came in between", async () => {
    await say(save("ann"));
    const seen = await pendingAccount(deps.areas);
    await say(save("eve"));
    if (seen) await acceptPending(seen, deps.areas);
    expect(session.get(slotName("auth"))).toBe(slots("ann").auth);
    expect(local.get(KNOWN_ACCOUNTS)).toEqual(["ann"]);
    expect(await say(save("eve"))).toEqual({ ok: false });
  });

  it("replaces everything of the profile before it, and tells open pages only what is new", async () => {
    await rememberAccount("ann", deps.areas);
    await rememberAccount("bob", deps.areas);
    await say({ type: "SAVE_AUTH_DATA", slots: { ...slots("ann"), encryptionKey: "DDDD" } });
    await say(save("bob"));
    expect(session.has(slotName("encryptionKey"))).toBe(false);
    await say(save("bob"));
    await say(save("bob", "h2"));
    expect(told).toEqual(["began", "began", "began"]);
  });

  it("keeps no slot that it does not know", async () => {
    await rememberAccount("ann", deps.areas);
    await say({ type: "SAVE_AUTH_DATA", slots: { ...slots(), [SERVER]: "AAAA" } });
    expect([...session.keys()].sort()).toEqual([WEB_SESSION_AT, ...["auth", "localHalf", "symmetricKey", "vaultKey"].map(slotName)]);
    expect(local.get(SERVER)).toBe(ORIGIN);
  });
});

it("CLEAR_AUTH_DATA leaves nothing, and open pages are told (A005, A249)", async () => {
  await rememberAccount("ann", deps.areas);
  await say(save());
  expect(await say({ type: "CLEAR_AUTH_DATA" })).toEqual({ ok: true });
  expect(session.size).toBe(0);
  expect(told).toEqual(["began", "ended", "forgotten"]);
});

it("CLEAR_AUTH_DATA has taken the keys even where the store of sealed entries takes no change", async () => {
  await rememberAccount("ann", deps.areas);
  await say(save());
  const broken = { ...deps, forget: async () => Promise.reject(new Error("refused")) };
  await expect(answerWebMessage({ type: "CLEAR_AUTH_DATA" }, OURS, broken)).rejects.toThrow("refused");
  expect(session.size).toBe(0);
  expect(told).toEqual(["began", "ended"]);
});

it.each(["CLEAR_AUTH_DATA", "CLEAR_MASTER_PASSWORD"])(
  "%s waits for a session that is just being stored: nothing of it is left behind",
  async (type) => {
    let goOn = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const keeping = deps.areas.alone(async () => {
      await waits;
      session.set(slotName("localHalf"), "late");
    });
    const ending = say({ type });
    await new Promise((resolve) => setTimeout(resolve));
    goOn();
    await Promise.all([keeping, ending]);
    expect(session.size).toBe(0);
  },
);

it("CLEAR_MASTER_PASSWORD leaves the session without a key (A251)", async () => {
  await rememberAccount("ann", deps.areas);
  await say({ type: "SAVE_AUTH_DATA", slots: { ...slots(), encryptionKey: "DDDD" } });
  await say(save("eve"));
  expect(await say({ type: "CLEAR_MASTER_PASSWORD" })).toEqual({ ok: true });
  expect([...session.keys()]).toEqual([slotName("auth")]);
  expect(told).toEqual(["began", "locked"]);
});

it("SAVE_ENTRIES asks whether the extension has these states of these entries, and takes nothing else of them (A252)", async () => {
  expect(await say(entries())).toEqual({ ok: true });
  expect(asked).toEqual([[{ id: ENTRY, saveId: SAVE_ID }]]);
  expect(session.size).toBe(0);
});

it("FETCH_ENTRIES has the extension refresh its entries (A253)", async () => {
  expect(await say({ type: "FETCH_ENTRIES" })).toEqual({ ok: true });
  expect(asked).toEqual([null]);
});

it("SET_LAUNCH_DATA says which entry opens which address when, and from which tab (A254)", async () => {
  const message = launch({ more: "ignored" });
  expect(await say(message)).toEqual({ ok: true });
  expect(asked).toEqual([[{ entryId: ENTRY, url: "https://shop.example/", timestamp: message.timestamp }, 1]]);
});
