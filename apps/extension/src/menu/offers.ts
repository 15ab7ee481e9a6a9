/** What the menu offers at a field: what of the vault may be filled in there, the likeliest first. */
import type { Client, Item } from "@coffer/client";
import { maskLast4 } from "@coffer/core/items/display";
import { type Address, addressesOf } from "@coffer/core/items/structured";
import { rankMatch } from "@coffer/core/items/url-match";
import { DEFAULT_GENERATOR, generatePassword } from "@coffer/core/passwords/generator";
import type { Values } from "@coffer/fill/write/values";
import { refusalFor, refusalForOwn } from "../fill/may-fill.ts";
import { codeValues, loginValues, type OwnKind, ownValues } from "../fill/values-of.ts";
import type { MenuKind, MenuRow } from "./said.ts";

/** More than these one searches for, in the popup. */
const MOST_ROWS = 5;
/** The id of the line with a new password: no item has it. */
export const GENERATED = "generated";
/** Same host. */
const SAME_HOST = 2;

type OfItems = Exclude<MenuKind, "new-password">;

interface Offering {
  /** Candidates, before the rules of address. */
  readonly find: (client: Client, page: string) => Promise<readonly Item[]>;
  /** Whether it may go into the page; and has anything for it. */
  readonly may: (item: Item, page: string) => boolean;
  readonly detail: (item: Item, page: string) => string;
  readonly values: (item: Item) => Values;
}

async function forSite({ vault }: Client, page: string): Promise<readonly Item[]> {
  return vault.openMany({ ids: await vault.findForPage({ page }) });
}

async function all({ vault }: Client): Promise<readonly Item[]> {
  return (vault.contents() ?? (await vault.local()) ?? (await vault.pull())).items;
}

const mayLogin = ({ kind, fields }: Item, page: string): boolean =>
  kind === "password" && refusalFor(addressesOf(fields), page, page) === null;

/** Siblings, other hosts of the same site, are told apart by their host. */
function loginDetail({ fields }: Item, page: string): string {
  const rankOf = ({ url, match }: Address): number => rankMatch({ saved: url, mode: match, page });
  const addresses = addressesOf(fields);
  const isOfHost = addresses.some((address) => rankOf(address) >= SAME_HOST);
  const sibling = isOfHost ? undefined : addresses.find((address) => rankOf(address) > 0);
  return [fields.username, sibling && hostOf(sibling.url)].filter(Boolean).join(" · ");
}

const hostOf = (saved: string): string => URL.parse(/^\s*https?:/i.test(saved) ? saved : `https://${saved}`)?.host ?? saved;

const ownOffering = (own: OwnKind, detail: Offering["detail"]): Offering => ({
  find: all,
  may: ({ kind }, page) => kind === own && refusalForOwn(page, page) === null,
  detail,
  values: ({ fields }) => ownValues(own, fields),
});

const OFFERINGS: Readonly<Record<OfItems, Offering>> = {
  login: { find: forSite, may: mayLogin, detail: loginDetail, values: ({ fields }) => loginValues(fields) },
  code: {
    find: forSite,
    may: (item, page) => mayLogin(item, page) && codeValues(item.fields, 0) !== null,
    detail: loginDetail,
    values: ({ fields }) => codeValues(fields, Date.now()) ?? {},
  },
  card: ownOffering("card", ({ fields }) => maskLast4(fields.card_number ?? "")),
  personal: ownOffering("personal", ({ fields }) =>
    [[fields.first_name, fields.last_name].filter(Boolean).join(" "), fields.email_address].filter(Boolean).join(" · "),
  ),
};

const rowOf = (item: Item, detail: string): MenuRow => ({
  id: item.id,
  title: item.fields.title || item.fields.name || detail,
  detail,
  isSecret: false,
});

/** @param page - full address of the page, as the browser has it. */
export async function rowsFor(client: Client, kind: OfItems, page: string): Promise<MenuRow[]> {
  const { find, may, detail } = OFFERINGS[kind];
  const items = (await find(client, page)).filter((item) => item.state === "intact" && may(item, page));
  return items.slice(0, MOST_ROWS).map((item) => rowOf(item, detail(item, page)));
}

/** @returns null for what is not offered on the page: whoever asks is a page's frame. */
export async function valuesFor(client: Client, kind: OfItems, page: string, id: string): Promise<Values | null> {
  const item = await client.vault.open({ id });
  const { may, values } = OFFERINGS[kind];
  return item.state === "intact" && may(item, page) ? values(item) : null;
}

/** @param longest - how many characters the field takes; 0 where it does not say. */
export const newPassword = ({ random }: Client, longest: number): string =>
  generatePassword({ ...DEFAULT_GENERATOR, length: longest === 0 ? 20 : Math.min(20, longest) }, random);
