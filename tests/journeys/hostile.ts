/** Everything there is to be said to the extension, in every shape, for those who may not be heard. */
import { MESSAGES } from "../../packages/core/src/extension-messages.ts";

const TOKEN = "5d0f6a1e-2b7c-4c58-8f1b-1f6a2c9d4e70";
const MARK = { tag: "input", name: "", id: "", at: 0 };
const ID = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e11";
/** What each message of the table could carry, and what one that wants to know would ask for. */
const CARGO: readonly object[] = [
  {},
  { slots: { auth: "AAAA", localHalf: "AAAA", symmetricKey: "AAAA", vaultKey: "AAAA" } },
  { entries: [{ id: ID, saveId: "00" }] },
  { news: "ended" },
  { entryId: ID, url: "https://shop.example/", timestamp: Date.now() },
];
/** What our own scripts, pages and worker say to each other, each as its owner would. */
export const INNER: readonly object[] = [
  { ask: "fields" },
  { ask: "fill", values: { "current-password": "x" } },
  { usedOnWeb: true },
  { offer: "ask" },
  { offer: "ask", tabId: 1 },
  ...["save", "later", "never", "hide"].map((offer) => ({ offer, tabId: 1, id: ID })),
  ...["warned", "seen"].flatMap((offer) => [{ offer }, { offer, tabId: 1 }]),
  ...["ask", "pick", "none"].map((auth) => ({ auth, request: TOKEN, id: ID })),
  { bar: "over" },
  { save: "password", password: 7 },
  { save: "own", typed: { kind: "note", fields: {} } },
  { save: "own", typed: null },
  { save: "gone" },
  { save: "sent", typed: { username: "x", current: 7, next: {} } },
  ...["rows", "pick", "unlock", "not-here", "close", "keys"].flatMap((menu) =>
    [TOKEN, "", null, {}, 7].flatMap((token) => [
      { menu, token },
      { menu, token, id: ID },
    ]),
  ),
  ...["asked", "over", "picked"].map((menuIs) => ({ menuIs, token: TOKEN, values: { "current-password": "x" } })),
  { menuKeys: TOKEN },
  ...[MARK, { ...MARK, at: -1 }, null, 7].flatMap((mark) => ["username", "cc-number", null].map((role) => ({ teach: { mark, role } }))),
  { teach: null },
  ...[null, 7, "", "open ", {}, []].map((menu) => ({ menu })),
];
/** What our own script at a field says. It is answered where it runs: an attacker who has taken it over hears what it would, and no one else hears anything. */
export const AT_FIELDS: readonly object[] = [
  { menu: "near" },
  { menu: "taught" },
  ...["ask", "open", "sign", null, {}].flatMap((passkey) =>
    ["get", "create", "__proto__", null].flatMap((kind) =>
      [JSON.stringify({ challenge: "AQID" }), JSON.stringify({ challenge: "AQID", rpId: "shop.example" }), null, {}].map((options) => ({
        passkey,
        id: TOKEN,
        kind,
        options,
      })),
    ),
  ),
  ...["login", "code", "card", "personal", "new-password", "__proto__", null, {}].flatMap((kind) => [
    { menu: "open", token: TOKEN, kind, longest: 0 },
    { menu: "open", token: "x", kind, longest: "x" },
  ]),
];
const SAID: readonly unknown[] = [
  ...Object.values(MESSAGES).flatMap((type) => CARGO.map((cargo) => ({ type, ...cargo }))),
  ...INNER,
  ...["getItem", "GET_AUTH_DATA", "export", "unlock"].map((type) => ({ type })),
  null,
  7,
  "CLEAR_AUTH_DATA",
  [],
];
/** As it is, and as the bridge would carry it. */
export const EVERY: readonly unknown[] = SAID.flatMap((message) => [message, { fromWeb: message }]);

export const AND_AT_FIELDS: readonly unknown[] = [...EVERY, ...AT_FIELDS.flatMap((message) => [message, { fromWeb: message }])];
