/** The vault as it was at an earlier moment: what a server can do with it, and whose it gives out. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { ItemThen } from "../../../packages/contract/src/as-of.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const AS_OF = "/vault/as-of";
const TITLE = "Made in the attack";
interface Answer {
  readonly items: ItemThen[];
}

/** Two items of Ann's, each saved with another password after `at`. */
async function changedSince({ ann: { client }, world, secret }: Stage) {
  const ids: string[] = [];
  for (const which of ["first", "second"])
    ids.push((await client.vault.create({ draft: aLogin({ title: TITLE, password: secret(`${which} before`) }) })).id);
  await sleep(20);
  const at = world.now();
  await sleep(20);
  for (const id of ids) {
    const base = await client.vault.open({ id });
    await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password: secret(`${id} since`) } } });
  }
  return { ids, at };
}

type Lie = (mine: readonly ItemThen[]) => unknown;

/** What Ann sees of the two while the server lies about them. */
async function seenBy(stage: Stage, { ids, at }: Awaited<ReturnType<typeof changedSince>>, lie: Lie) {
  // The address of the call ends with its query.
  stage.lie(AS_OF, ({ items }: Answer) => void lie(ids.flatMap((id) => items.find((one) => one.id === id) ?? [])));
  const { differences, notShown } = await stage.ann.client.vault.asOf({ at });
  stage.honest();
  const isMine = (id: string): boolean => ids.includes(id);
  return {
    changed: differences.filter(({ now }) => isMine(now.id)),
    why: notShown.filter(({ item }) => isMine(item.id)).map(({ why }) => why),
  };
}

export const TIME: readonly Row[] = [
  {
    attack: "V4",
    does: "gives what one item was for another, its seal alone, what it is now, or a save of after that moment",
    answer: "shows each as one that does not open, and gives none of it back",
    run: async (stage) => {
      const known = await changedSince(stage);
      const swaps: Lie[] = [
        ([one, other]) => one && other && swap(one, other),
        ([one, other]) => one?.save && other?.save && Object.assign(one.save, { seal: other.save.seal }),
        ([one]) => one?.save && Object.assign(one.save, { revision: 2 }),
        ([one]) => one?.save && Object.assign(one.save, { replacedAt: known.at - 1 }),
      ];
      expect(await seenBy(stage, known, () => undefined)).toMatchObject({ changed: { length: 2 }, why: [] });
      for (const [index, lie] of swaps.entries()) {
        const { changed, why } = await seenBy(stage, known, lie);
        expect([index, changed.length, ...why]).toEqual(index === 0 ? [0, 0, "tampered", "tampered"] : [index, 1, "tampered"]);
      }
    },
  },
  {
    attack: "V5",
    does: "withholds what an item was",
    answer: "names the item as one that cannot be shown as it was, and takes nothing newer for it",
    run: async (stage) => {
      const known = await changedSince(stage);
      const { changed, why } = await seenBy(stage, known, ([one]) => one && Object.assign(one, { save: null }));
      expect([changed.length, ...why]).toEqual([1, "missing"]);
    },
  },
  {
    attack: "V6",
    does: "a reader of a shared item, and a stranger, ask what was there",
    answer: "the honest server gives each what is their own alone",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { ids, at } = await changedSince(stage);
      const [shared = ""] = ids;
      await ann.client.sharing.share({ id: shared, email: eve.email, permission: "read", expiresAt: null });
      const base = await ann.client.vault.open({ id: shared });
      await ann.client.vault.update({ base, draft: { ...base, fields: { ...base.fields, notes: "since it is shared" } } });
      const stranger = await world.person(`carol-${crypto.randomUUID().slice(0, 8)}`);
      for (const who of [eve, stranger]) {
        const { status, body } = await who.get(`${AS_OF}?at=${at}`);
        expect([status, (body as Answer).items.filter(({ id }) => ids.includes(id))]).toEqual([200, []]);
      }
    },
  },
];

/** What each of them was is given for the other. */
function swap(one: ItemThen, other: ItemThen): void {
  const { save } = one;
  Object.assign(one, { save: other.save });
  Object.assign(other, { save });
}
