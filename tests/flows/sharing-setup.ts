/** How sharing tests begin, and what they read from the server. */
import type { OfShare, ShareRow } from "../../packages/client/src/index.ts";
import type { SharedItem } from "../../packages/contract/src/sharing.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { chromeExport } from "../../packages/core/src/transfer/testing/chrome-export.ts";
import { aLogin } from "./sample-items.ts";
import type { Person, World } from "./world.ts";

export const threePeople = async (world: World): Promise<[Person, Person, Person]> => [
  await world.person("ann"),
  await world.person("bob"),
  await world.person("carol"),
];

/** A vault of many logins from one import. @returns its id */
export async function importVault({ client }: Person, count: number): Promise<string> {
  const text = chromeExport(count);
  const candidates = readImport({ sourceId: "chrome", text }).candidates.map((one) => ({ ...one, folder: "Work" }));
  await client.transfer.run({ sourceId: "chrome", fileText: text, candidates, onProgress: () => undefined });
  return (await client.vault.pull()).vaults.find(({ name }) => name === "Work")?.id ?? "";
}

/** How many of a vault's items a client has. */
export const countIn = async (client: Person["client"], vaultId: string): Promise<number> =>
  (await client.vault.pull()).items.filter(({ categoryId }) => categoryId === vaultId).length;

interface Scope {
  readonly id: string;
  readonly kind: string;
  readonly epoch: number;
}

/** Where the server has an item or a vault. */
export const scopeOf = async (world: World, recordId: string): Promise<Scope | undefined> =>
  (await world.sql<Scope>("select s.id, s.kind, s.epoch from scope s join record r on r.scope_id = s.id where r.id = $1", [recordId]))[0];

/** As a press on a row of the list names it. */
export function asShown(row: ShareRow | undefined): OfShare {
  if (!row) throw new Error("There is no such share");
  const { id, itemId, person, isTeam, permission } = row;
  return { id, shown: { itemId, person, isTeam, permission } };
}

/** The same from the server's row. */
export const asListed = ({
  id,
  item_id: itemId,
  shared_with_email: person,
  team_epoch,
  permission_level: permission,
}: SharedItem): OfShare => ({
  ...{ id, shown: { itemId, person, isTeam: team_epoch !== null, permission } },
});

/** The share of an item or a vault with one person. */
export const shareOf = async (owner: Person, itemId: string, to: Person): Promise<OfShare> =>
  asShown((await owner.client.sharing.sharedByMe()).find((row) => row.itemId === itemId && row.person === to.email));

interface Sharing {
  readonly owner: Person;
  readonly people: readonly Person[];
  readonly title: string;
}

/** Shares a new item of the owner's with people who may read it. @returns its scope too */
export async function shareWith(world: World, { owner, people, title }: Sharing) {
  const { id } = await owner.client.vault.create({ draft: aLogin({ title }) });
  for (const { email } of people) await owner.client.sharing.share({ id, email, permission: "read", expiresAt: null });
  return { id, scopeId: (await scopeOf(world, id))?.id ?? "", epoch: async () => (await scopeOf(world, id))?.epoch ?? 0 };
}
