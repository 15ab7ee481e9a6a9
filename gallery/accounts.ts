/** The accounts whose vaults the gallery shows, filled by the real client against the running server. */

import { type Browser, expect, type Page } from "@playwright/test";
import { candidates } from "../bench/candidates.mjs";
import { backupOf, ITEMS } from "../journeys/steps.ts";
import { newProfile, PASSWORD, type Product, signIn } from "../journeys/world.ts";
import { memoryKeyStore, memoryRecordStore, openClient } from "../packages/client/src/index.ts";
import { parseInvitation } from "../packages/core/src/account/invitation-link.ts";
import { anItem } from "../packages/core/src/items/testing/an-item.ts";
import type { Candidate } from "../packages/core/src/transfer/candidate.ts";
import { readImport } from "../packages/core/src/transfer/import.ts";
import { watchShift } from "./measures.ts";

export type AccountName = "empty" | "one" | "thirty" | "many";

const MANY = 10_000;
const THIRTY = 30;

const [forge] = ITEMS.filter(({ fields }) => fields.title === "Code Forge");

/** More logins, some of them with long names: what is seldom is what breaks a line. */
const MORE = Array.from({ length: THIRTY - ITEMS.length }, (_, index) =>
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
  one: () => read(forge ? [forge] : []),
  thirty: () => read([...ITEMS, ...MORE]),
  many: () => ({ fileText: "{}", candidates: candidates(MANY) as Candidate[] }),
};

const emailOf = (name: AccountName): string => `${name}@example.com`;

/** Registers somebody and fills the vault, without a browser. */
async function makeAccount(product: Product, name: AccountName): Promise<void> {
  const invitation = parseInvitation(new URL(await product.invite()).searchParams.get("token") ?? "");
  const open = () => openClient({ origin: product.origin, keys: memoryKeyStore(), records: memoryRecordStore(), device: "gallery" });
  const who = { email: emailOf(name), password: PASSWORD };
  await open().account.register({ ...who, token: invitation?.token ?? "", hint: null });
  const content = CONTENTS[name]();
  if (!content) return;
  const client = open();
  await client.account.login(who);
  await client.vault.pull();
  await client.transfer.run({ sourceId: "coffer", ...content, onProgress: () => undefined });
  await client.account.logout();
}

/** Pages of a browser, one for each account and one for nobody. Each is made when it is first asked for, and stays signed in. */
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
    await watchShift(page);
    if (account) {
      await makeAccount(product, account);
      await signIn(page, product.origin, emailOf(account));
      await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0, { timeout: 120_000 });
    } else await page.goto(product.origin);
    pages.set(account, page);
    return page;
  };
}
