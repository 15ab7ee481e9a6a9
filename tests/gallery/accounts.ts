/** The accounts whose vaults the gallery shows, filled by the real client against the running server. */

import { type Browser, expect, type Page } from "@playwright/test";
import { candidates } from "../../bench/sample-items.mjs";
import { type Client, memoryKeyStore, memoryRecordStore, openClient } from "../../packages/client/src/index.ts";
import { parseInvitation } from "../../packages/core/src/account/invitation-link.ts";
import { writeOtherValues } from "../../packages/core/src/items/other-values.ts";
import { anItem } from "../../packages/core/src/items/testing/an-item.ts";
import { NO_PERMISSIONS } from "../../packages/core/src/team/permissions.ts";
import type { Candidate } from "../../packages/core/src/transfer/candidate.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { backupOf, ITEMS } from "../journeys/steps.ts";
import { newProfile, PASSWORD, type Product, signIn } from "../journeys/world.ts";
import { watchShift } from "./measures.ts";
import { watchCalls } from "./page-calls.ts";
import { passkeyFields } from "./passkeys.ts";
import { BOBS_ITEM, BOBS_VAULT, SAVED_OFTEN } from "./people.ts";

/** `lead` is the administrator: their pages include those that others do not see. `newcomer` has joined their team, and no one has given them its key yet. */
export type AccountName = "empty" | "one" | "thirty" | "many" | "lead" | "newcomer";

const MANY = 10_000;
const THIRTY = 30;

/** What is in the trash of the account that has some of everything. */
const IN_TRASH = /^(Shop 1[12]|City Library)$/;

const [forge] = ITEMS.filter(({ fields }) => fields.title === "Code Forge");

/** One that no site's password opens; of its passkeys one was removed, and one the site may not know. */
const WITH_PASSKEYS = anItem("password", {
  title: "Airline Sky Harbour",
  username: "ann@example.com",
  website_url: "https://sky-harbour.example/login",
  ...passkeyFields(),
});

/** Changed by two devices at once. */
const WITH_VERSIONS = anItem("password", {
  title: "Lighthouse Society",
  username: "ann@example.com",
  password: "Kept-Secret-Lighthouse-1!",
  x_others: writeOtherValues([
    { field: "password", value: "Kept-Secret-Lighthouse-2!", at: Date.UTC(2026, 0, 15, 12), device: "Firefox on Android" },
    { field: "username", value: "ann.lee@a-long-name-of-a-provider.example", at: Date.UTC(2026, 0, 15, 12), by: "bob@example.com" },
  ]),
});

/** More logins, some of them with long names: what is seldom is what breaks a line. */
const MORE = Array.from({ length: THIRTY - 2 - ITEMS.length }, (_, index) =>
  anItem("password", {
    title: index === 3 ? "The Very Long Name of an Association for the Preservation of Long Names" : `Shop ${index + 1}`,
    username: index === 4 ? "a.very.long.address.that.goes.on.and.on@subdomain.of.a.long.domain.example" : "ann@example.com",
    password: index % 3 === 0 ? "sunshine" : `Kept-Secret-${index}-Harbour!`,
    website_url: `https://shop${index}.example/login`,
  }),
);

interface Content {
  readonly candidates: readonly Candidate[];
  readonly fileText: string;
  readonly vaults?: ReturnType<typeof readImport>["vaults"];
}

const read = (items: typeof ITEMS): Content => {
  const fileText = backupOf(items);
  return { ...readImport({ sourceId: "coffer", text: fileText }), fileText };
};

const CONTENTS: Readonly<Record<AccountName, () => Content | null>> = {
  empty: () => null,
  newcomer: () => null,
  one: () => read(forge ? [forge] : []),
  thirty: () => read([...ITEMS, WITH_PASSKEYS, WITH_VERSIONS, ...MORE]),
  lead: () => read(ITEMS),
  many: () => ({ fileText: "{}", candidates: candidates(MANY) as Candidate[] }),
};

export const emailOf = (name: AccountName): string => `${name}@example.com`;

/** Registers a person and fills the vault, without a browser. */
async function makeAccount(product: Product, name: AccountName): Promise<void> {
  const client = await signedUp(product, emailOf(name), await linkFor(product, name), name === "lead" ? daysAgo : Date.now);
  const content = CONTENTS[name]();
  if (content) await client.transfer.run({ sourceId: "coffer", ...content, onProgress: () => undefined });
  if (name === "newcomer") await client.team.joinTeam();
  const { items = [] } = client.vault.contents() ?? {};
  if (name === "thirty") await saveOften(client, items.find(({ fields }) => fields.title === SAVED_OFTEN)?.id ?? "");
  if (name === "thirty")
    await client.vault.remove({ ids: items.filter(({ fields }) => IN_TRASH.test(fields.title ?? "")).map(({ id }) => id) });
  await client.account.logout();
}

async function saveOften({ vault }: Client, id: string): Promise<void> {
  const saves = [
    { password: "Kept-Secret-Later-1!" },
    { username: "ann.lee@a-long-name-of-a-provider.example", notes: "The order number is on the receipt.\nAsk for Bob." },
    { tags: '["home","money"]' },
    { password: "Kept-Secret-Later-2!", website_url: "https://shop1.example/a/long/way/to/the/page/where/one/signs/in" },
    { notes: "" },
  ];
  for (const fields of saves) {
    const base = await vault.open({ id });
    await vault.update({ base, draft: { ...base, fields: { ...base.fields, ...fields } } });
  }
}

function linkFor(product: Product, name: AccountName): Promise<string> | string {
  if (name === "lead") return product.firstAdminLink;
  return name === "newcomer" ? intoTeam(product) : product.invite();
}

const accounts = new Map<AccountName, Promise<void>>();

function ensureAccount(product: Product, name: AccountName): Promise<void> {
  const made = accounts.get(name) ?? makeAccount(product, name);
  accounts.set(name, made);
  return made;
}

const openHere = ({ origin }: Product, now = Date.now, send: typeof fetch = fetch): Client =>
  openClient({
    origin,
    now,
    fetch: send,
    keys: memoryKeyStore(),
    records: memoryRecordStore(),
    device: "gallery",
    estimateStrength: async () => null,
  });

const DAY_MS = 86_400_000;
/** The team is older than a week, so that it needs the marks of others; no head may be of a later day than the client that reads it. */
const TEAM_DAYS = 9;
const daysAgo = (): number => Date.now() - TEAM_DAYS * DAY_MS;

/** Registers by an invitation and signs in. */
export async function signedUp(product: Product, email: string, link: string, now = Date.now): Promise<Client> {
  const invitation = parseInvitation(new URL(link).searchParams.get("token") ?? "");
  await openHere(product, now).account.register({ email, password: PASSWORD, token: invitation?.token ?? "", hint: null });
  return signedIn(product, email, now);
}

export async function signedIn(product: Product, email: string, now = Date.now, send: typeof fetch = fetch): Promise<Client> {
  const client = openHere(product, now, send);
  await client.account.login({ email, password: PASSWORD });
  await client.vault.pull();
  return client;
}

export const COLLEAGUE = "bob.the.builder@example.com";
const SISTER = "carla@example.com";

/** A team with people, a role and an open invitation, and what its lead shares and is given. */
async function makeTeam(product: Product): Promise<void> {
  await ensureAccount(product, "lead");
  const bob = await signedUp(product, COLLEAGUE, await product.invite());
  await foundTeam(await signedIn(product, emailOf("lead"), daysAgo));
  const lead = await signedIn(product, emailOf("lead"));
  const { items = [], vaults = [] } = lead.vault.contents() ?? {};
  const idOf = (title: string): string => items.find(({ fields }) => fields.title === title)?.id ?? "";
  const give = (id: string, permission: "read" | "write", days: number | null, email = COLLEAGUE) =>
    lead.sharing.share({ id, email, permission, expiresAt: days === null ? null : Date.now() + days * DAY_MS });
  for (const title of ["City Library", "Family Photos", "Train Tickets"]) await give(idOf(title), "read", null);
  await give(idOf("Music Stream"), "write", 3);
  await give(vaults.find(({ name }) => name === "Work")?.id ?? "", "write", 90);
  await (await signedUp(product, SISTER, await product.invite())).account.logout();
  await give(idOf("Family Photos"), "write", null, SISTER);
  const theirs = await bob.vault.create({
    draft: {
      kind: "password",
      categoryId: null,
      favourite: false,
      fields: { title: BOBS_ITEM, username: "bob", password: "Kept-Secret-Harbour!" },
    },
  });
  const theirVault = await bob.vault.createVault({ name: BOBS_VAULT, description: "Keys of every building site", color: "#7c3aed" });
  await bob.vault.create({
    draft: {
      kind: "password",
      categoryId: theirVault.id,
      favourite: false,
      fields: { title: "Site Gate", username: "bob", password: "Kept-Secret-Gate!" },
    },
  });
  await bob.sharing.share({ id: theirs.id, email: emailOf("lead"), permission: "read", expiresAt: Date.now() + 5 * DAY_MS });
  await bob.sharing.share({ id: theirVault.id, email: emailOf("lead"), permission: "read", expiresAt: null });
  await bob.team.refreshMembership();
  await bob.team.joinTeam();
  await Promise.all([lead, bob].map((client) => client.account.logout()));
}

/** With a colleague, an open invitation and a role. */
async function foundTeam(founder: Client): Promise<void> {
  const { id: teamId } = await founder.team.createTeam({ name: "Engineering", description: "Those who keep the lights on" });
  const colleague = (await founder.team.availableUsers()).find(({ email }) => email === COLLEAGUE);
  await founder.team.addMember({ teamId, memberUserId: colleague?.id ?? "", email: COLLEAGUE, roleId: 0 });
  await founder.team.invite({ email: "a.new.colleague@example.com", teamId, roleId: 0, by: "link" });
  await founder.team.createRole({ name: "Auditor", description: "Looks, and changes nothing", permissions: NO_PERMISSIONS });
  await founder.account.logout();
}

/** Made once. */
let team: Promise<void> | null = null;

export const withTeam = (product: Product): Promise<void> => (team ??= makeTeam(product));

/** @returns a link into the team of the lead, who is offline again: no one is there to give its key. */
async function intoTeam(product: Product): Promise<string> {
  await withTeam(product);
  const lead = await signedIn(product, emailOf("lead"));
  const teamId = lead.session?.teamId ?? "";
  const link = await lead.team.invite({ email: emailOf("newcomer"), teamId, roleId: 0, by: "link" });
  await lead.account.logout();
  return link ?? "";
}

/** Pages of a browser, one for each account and one signed out. Each is made on first use, and stays signed in. */
export function openPages(browser: Browser, product: Product): (account: AccountName | null) => Promise<Page> {
  const pages = new Map<AccountName | null, Page>();
  return async (account) => {
    const there = pages.get(account);
    if (there) return there;
    const page = await newProfile(browser);
    // What cannot be found is a finding and not the end of the walk.
    page.setDefaultTimeout(30_000);
    // A form that was begun is left without a word.
    page.on("dialog", (dialog) => void dialog.accept());
    watchCalls(page);
    await watchShift(page);
    if (account) {
      await ensureAccount(product, account);
      await signIn(page, product.origin, emailOf(account));
      await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0, { timeout: 120_000 });
    } else await page.goto(product.origin);
    pages.set(account, page);
    return page;
  };
}
