/** Pages that lie about passkeys: of another site's, by a message of their own making, or by a document that names others. What decides in the extension's worker is asked as the worker asks it. */
import { expect } from "vitest";
import { isForUs } from "../../../apps/extension/src/passkeys/responder.ts";
import { readSignal, withSignal } from "../../../apps/extension/src/passkeys/signal-changes.ts";
import { readPasskeys } from "../../../packages/core/src/items/passkeys.ts";
import { namesOrigin } from "../../../packages/core/src/items/related-origins.ts";
import { fieldsOf, madeFor } from "../../flows/passkeys-setup.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const HELD = "shop.example";
const EVIL = "https://evil.example";
const NOW = 1_000;

/** The list of a login of Ann's, with a passkey of each host, as her client opens it. */
async function listOf({ ann }: Stage, ...hosts: readonly string[]): Promise<string> {
  const made = await Promise.all(hosts.map((host) => madeFor(host)));
  const { id } = await ann.client.vault.create({
    draft: aLogin({ title: "Made in the attack on Lies", password: "", ...fieldsOf(...made) }),
  });
  return (await ann.client.vault.open({ id })).fields.x_passkeys ?? "";
}

/** What becomes of the list when a page says it: the same where the page is not heard. */
function after(list: string, kind: string, origin: string, said: object): string {
  const heard = readSignal(kind, origin, JSON.stringify(said));
  return heard === null ? list : withSignal(list, heard.rpId, kind as never, heard.said, NOW);
}

type Lie = readonly [does: string, kind: string, origin: string, said: (passkey: { readonly id: string; readonly user: string }) => object];

const SIGNALS: readonly Lie[] = [
  ["another site's page says that a passkey is unknown", "signalUnknownCredential", EVIL, ({ id }) => ({ rpId: HELD, credentialId: id })],
  [
    "another site's page says that an account has none",
    "signalAllAcceptedCredentials",
    EVIL,
    ({ user }) => ({ rpId: HELD, userId: user, allAcceptedCredentialIds: [] }),
  ],
  [
    "a page says of its own site that another site's passkey is unknown",
    "signalUnknownCredential",
    EVIL,
    ({ id }) => ({ rpId: "evil.example", credentialId: id }),
  ],
  [
    "a page says of its own site that another site's account has none",
    "signalAllAcceptedCredentials",
    EVIL,
    ({ user }) => ({ rpId: "evil.example", userId: user, allAcceptedCredentialIds: [] }),
  ],
  [
    "another site's page gives an account another name",
    "signalCurrentUserDetails",
    EVIL,
    ({ user }) => ({ rpId: HELD, userId: user, name: "eve", displayName: "Eve" }),
  ],
  [
    "a page that others can read says that a passkey is unknown",
    "signalUnknownCredential",
    `http://${HELD}`,
    ({ id }) => ({ rpId: HELD, credentialId: id }),
  ],
  ["a page forges a word that is none", "__proto__", `https://${HELD}`, ({ id }) => ({ rpId: HELD, credentialId: id })],
];

const signal = ([does, kind, origin, said]: Lie): Row => ({
  attack: "S5",
  does,
  answer: "nothing of it is heard, and the passkey is offered as before",
  run: async (stage) => {
    const list = await listOf(stage, HELD);
    const [passkey] = readPasskeys(list);
    if (passkey === undefined) throw new Error("There is no passkey");
    expect(after(list, kind, origin, said(passkey))).toBe(list);
    // The site itself is heard.
    const own = after(list, "signalUnknownCredential", `https://${HELD}`, { rpId: HELD, credentialId: passkey.id });
    expect(readPasskeys(own)).toMatchObject([{ id: passkey.id, state: "hidden" }]);
  },
});

const KNOWN = { bySite: { [HELD]: ["AQID"], [`pay.${HELD}`]: ["AQID"] }, elsewhere: [] };
const isOurs = (kind: string, origin: string, options: object, relatedTo?: string): boolean =>
  isForUs(kind as "get", { origin, options: JSON.stringify({ challenge: "AQID", ...options }), known: KNOWN, relatedTo });

const ASKS: readonly (readonly [does: string, ...Parameters<typeof isOurs>])[] = [
  ["another site's page asks for it", "get", EVIL, { rpId: HELD }],
  ["a page whose name ends alike asks for it", "get", "https://evilshop.example", { rpId: HELD }],
  ["a page next to it whose name ends alike asks for it", "get", `https://evilpay.${HELD}`, { rpId: `pay.${HELD}` }],
  ["a page forges a question of no kind", "constructor", `https://${HELD}`, { rpId: HELD }],
  ["a page that one site has named asks for another's", "get", EVIL, { rpId: HELD }, "other.example"],
  ["a page that the site has named asks to make one", "create", EVIL, creationFor(HELD), undefined],
];

function creationFor(id: string): object {
  return {
    rp: { id, name: "Shop" },
    user: { id: "AQID", name: "ann", displayName: "Ann" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  };
}

const question = ([does, ...asked]: (typeof ASKS)[number]): Row => ({
  attack: "S5",
  does,
  answer: "the browser answers, which refuses it",
  onlyReads: true,
  run: async () => {
    expect(isOurs(...asked)).toBe(false);
    expect(isOurs("get", `https://${HELD}`, { rpId: HELD })).toBe(true);
    expect(isOurs("get", EVIL, { rpId: HELD }, HELD)).toBe(true);
    expect(isOurs("create", `https://${HELD}`, creationFor(HELD))).toBe(true);
  },
});

const NAMED: readonly (readonly [does: string, document: unknown])[] = [
  ["another page", { origins: ["https://www.shop.example"] }],
  ["the page without encryption", { origins: ["http://evil.example"] }],
  ["another port of the page's host", { origins: [`${EVIL}:8443`] }],
  ["a page whose name begins alike", { origins: [`${EVIL}.shop.example`] }],
  ["five sites before the page's", { origins: [...["a", "b", "c", "d", "e"].map((site) => `https://${site}-site.com`), EVIL] }],
  ["the page in a text instead of a list", { origins: EVIL }],
  ["the page next to what is no text", { origins: [EVIL, 5] }],
];

const related = ([does, document]: (typeof NAMED)[number]): Row => ({
  attack: "S5",
  does: `the site's document names ${does}`,
  answer: "the page is none of those that may use the site's passkeys",
  onlyReads: true,
  run: async () => {
    expect(namesOrigin(document, EVIL)).toBe(false);
    expect(namesOrigin({ origins: [EVIL] }, EVIL)).toBe(true);
  },
});

export const LYING_PAGES: readonly Row[] = [...SIGNALS.map(signal), ...ASKS.map(question), ...NAMED.map(related)];
