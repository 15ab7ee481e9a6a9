/**
 * Knows a password of the vault again that is typed into a site it does not belong to: what a look-alike asks for. The worker alone holds what it compares with: digests
 * under a key that is made again each time it starts, as long as the vault is open.
 */
import type { Client } from "@coffer/client";
import { type Address, addressesOf } from "@coffer/core/items/structured-fields";
import { rankMatch } from "@coffer/core/items/url-match";
import type { ForeignPassword } from "./messages.ts";

/** Shorter ones are typed by many people in many places. */
const SHORTEST = 6;
const MOST_TITLES = 3;

interface Owner {
  readonly digest: string;
  readonly title: string;
  readonly addresses: readonly Address[];
}

const secret = crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

async function digestOf(password: string): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", await secret, new TextEncoder().encode(password));
  return new Uint8Array(signed).join();
}

/** Of the contents that they were read from: what has changed since is read once more. */
let known: { readonly contents: unknown; readonly owners: Promise<readonly Owner[]> } | null = null;

type Reading = Pick<Client["vault"], "contents" | "local" | "pull" | "openMany">;

async function ownersIn({ vault }: { readonly vault: Reading }): Promise<readonly Owner[]> {
  const contents = vault.contents() ?? (await vault.local()) ?? (await vault.pull());
  if (known?.contents !== contents) known = { contents, owners: readOwners(vault, contents.items) };
  return known.owners;
}

async function readOwners(vault: Reading, items: readonly { readonly id: string; readonly kind: string }[]): Promise<readonly Owner[]> {
  const ids = items.filter(({ kind }) => kind === "password").map(({ id }) => id);
  const logins = (await vault.openMany({ ids })).filter(
    ({ state, fields }) => state === "intact" && (fields.password ?? "").length >= SHORTEST,
  );
  return Promise.all(
    logins.map(async ({ fields }) => ({
      digest: await digestOf(fields.password ?? ""),
      title: fields.title || fields.username || "",
      addresses: addressesOf(fields),
    })),
  );
}

/** What was warned of, by digest and host, until the vault is locked or the worker rests: once is enough. */
const told = new Set<string>();

/** Call when the vault is locked. */
export function forgetOwners(): void {
  known = null;
  told.clear();
}

/** @param page - address of the frame that it was typed into. @returns null where it belongs there, is no password of the vault, or was warned of before. */
export async function findForeign(client: { readonly vault: Reading }, password: string, page: string): Promise<ForeignPassword | null> {
  if (password.length < SHORTEST) return null;
  const digest = await digestOf(password);
  const owners = (await ownersIn(client)).filter((owner) => owner.digest === digest);
  const isTheirs = owners.some(({ addresses }) => addresses.some(({ url, match }) => rankMatch({ saved: url, mode: match, page }) > 0));
  // An entry without an address may be for any site.
  const others = owners.filter(({ addresses }) => addresses.some(({ url }) => url.trim() !== ""));
  const { host } = new URL(page);
  if (isTheirs || others.length === 0 || others.length < owners.length || told.has(`${digest} ${host}`)) return null;
  told.add(`${digest} ${host}`);
  return { host, titles: [...new Set(others.map(({ title }) => title))].slice(0, MOST_TITLES) };
}
