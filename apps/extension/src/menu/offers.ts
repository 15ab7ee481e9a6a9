/** What the menu offers at a field: items of the vault that may be filled in there, the user's own first, of each the likeliest; or a new password. */
import type { Client, Item } from "@coffer/client";
import { asksAgain } from "@coffer/core/items/ask-again";
import { maskLast4 } from "@coffer/core/items/display";
import { type Address, addressesOf } from "@coffer/core/items/structured-fields";
import { RANK, rankMatch } from "@coffer/core/items/url-match";
import { generateForSite } from "@coffer/core/passwords/site-rules";
import { scorePassword } from "@coffer/core/passwords/strength";
import type { Values } from "@coffer/fill/write/values";
import { loginsForPage, ownerOf, ownFirst } from "../fill/item-ownership.ts";
import { valuesFor } from "../fill/known-as.ts";
import { refusalFor, refusalForOwn } from "../fill/may-fill.ts";
import { codeValues, loginValues, type OwnKind } from "../fill/values-of.ts";
import type { FieldRules, MenuKind, MenuRow } from "./messages.ts";
import { rulesFor } from "./site-rules.ts";

/** An item that wants the master password, which no frame in a page may be given: the popup asks. */
export const ASKS_FIRST = "asks first";
/** The id of the line with a new password: no item has it. */
const GENERATED = "generated";

interface OfItems {
  /** Candidates, before the rules of address. */
  readonly find: (client: Client, page: string) => Promise<readonly Item[]>;
  /** Whether it may go into the page; and has anything for it. */
  readonly may: (item: Item, page: string) => boolean;
  readonly detail: (item: Item, page: string) => string;
  readonly values: (item: Item) => Values | Promise<Values>;
}

async function all({ vault }: Client): Promise<readonly Item[]> {
  return ownFirst((vault.contents() ?? (await vault.local()) ?? (await vault.pull())).items);
}

const mayLogin = ({ kind, fields }: Item, page: string): boolean =>
  kind === "password" && refusalFor(addressesOf(fields), page, page) === null;

/** Other hosts of the same site, and other sites of the same company, are told apart by their host. */
function loginDetail({ fields }: Item, page: string): string {
  const rankOf = ({ url, match }: Address): number => rankMatch({ saved: url, mode: match, page });
  const addresses = addressesOf(fields);
  const isOfHost = addresses.some((address) => rankOf(address) >= RANK.sameHost);
  const sibling = isOfHost ? undefined : addresses.find((address) => rankOf(address) > RANK.notOffered);
  return [fields.username, sibling && hostOf(sibling.url)].filter(Boolean).join(" · ");
}

const hostOf = (saved: string): string => URL.parse(/^\s*https?:/i.test(saved) ? saved : `https://${saved}`)?.host ?? saved;

const ownOffering = (own: OwnKind, detail: OfItems["detail"]): OfItems => ({
  find: all,
  may: ({ kind }, page) => kind === own && refusalForOwn(page, page) === null,
  detail,
  values: ({ fields }) => valuesFor(own, fields),
});

const LOGINS: OfItems = { find: loginsForPage, may: mayLogin, detail: loginDetail, values: ({ fields }) => loginValues(fields) };

const rowOf = (item: Item, detail: string): MenuRow => ({
  id: item.id,
  title: item.fields.title || item.fields.name || detail,
  owner: ownerOf(item),
  detail,
  isSecret: false,
});

/** Where a menu is. */
interface Place {
  /** Full address of the page, as the browser has it. */
  readonly page: string;
  /** What was made for this menu. */
  readonly made: string;
}

interface Offering {
  /** What the menu keeps with it. @param asked - what a page says of its field: anything. */
  readonly make: (client: Client, page: string, asked: FieldRules) => Promise<string>;
  readonly rows: (client: Client, place: Place) => Promise<MenuRow[]>;
  /** @returns null for what is not offered on the page: the caller is a frame in a page. */
  readonly values: (client: Client, place: Place, id: string) => Promise<Values | typeof ASKS_FIRST | null>;
  /** Once it is filled. */
  readonly used: (client: Client, id: string) => void;
}

const ofItems = ({ find, may, detail, values }: OfItems): Offering => ({
  make: async () => "",
  async rows(client, { page }) {
    const items = (await find(client, page)).filter((item) => item.state === "intact" && may(item, page));
    return items.map((item) => rowOf(item, detail(item, page)));
  },
  async values({ vault }, { page }, id) {
    const item = await vault.open({ id });
    if (item.state !== "intact" || !may(item, page)) return null;
    return asksAgain(item) ? ASKS_FIRST : values(item);
  },
  used: ({ vault }, id) => void vault.markUsed({ id }).catch(() => undefined), // the form is filled in any case
});

const STRONG = 80;

/** Where the rules of a site allow no strong one, the person hears it before they take it. */
function weaknessOf(made: string): string | undefined {
  const { score, label } = scorePassword(made);
  return score >= STRONG ? undefined : label;
}

const NEW_PASSWORD: Offering = {
  make: async ({ random }, page, asked) => generateForSite(await rulesFor(page, asked), random),
  rows: async (_, { made }) => [{ id: GENERATED, title: "", detail: made, isSecret: true, weak: weaknessOf(made) }],
  async values({ generated }, { made }, id) {
    if (id !== GENERATED || made === "") return null;
    // Stored before it is used: a password that a site takes and no one saves can be found again.
    await generated.add({ value: made, at: Date.now() });
    return { "new-password": made };
  },
  used: () => undefined,
};

export const OFFERINGS: Readonly<Record<MenuKind, Offering>> = {
  login: ofItems(LOGINS),
  code: ofItems({
    ...LOGINS,
    may: (item, page) => mayLogin(item, page) && codeValues(item.fields, 0) !== null,
    values: ({ fields }) => codeValues(fields, Date.now()) ?? {},
  }),
  card: ofItems(ownOffering("card", ({ fields }) => maskLast4(fields.card_number ?? ""))),
  personal: ofItems(
    ownOffering("personal", ({ fields }) =>
      [[fields.first_name, fields.last_name].filter(Boolean).join(" "), fields.email_address].filter(Boolean).join(" · "),
    ),
  ),
  "new-password": NEW_PASSWORD,
};
