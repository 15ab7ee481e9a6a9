/** A writer with an honest server fills an item so that whatever is made of it afterwards is too large. */
import { expect } from "vitest";
import { pressIn, saveIdIn } from "../../../packages/client/src/sync/save-id.ts";
import { REQUEST_MAX_BYTES } from "../../../packages/core/src/constants.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Colleague } from "../colleague.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { endSharesOf, scene } from "./colleague-makers.ts";
import { ciphertextOf, opensOf } from "./members.ts";

type Claim = Parameters<Colleague["save"]>[1];

const TITLE = "Made in the attack";
/** Of one item, with its seal (apps/server vault/item-size). */
const MAX_ITEM_CHARS = REQUEST_MAX_BYTES - 65_536;
const NAMES = Array.from({ length: 12 }, (_, at) => `x_${at}`);

/** @param room - the letters of its fields of later versions, which do not open */
const filled = (self: Colleague["self"], device: string, room: number): Claim => ({
  ...{ owner: { ...self, email: `${"e".repeat(200)}@example.com` }, device, isProven: true },
  // Too long for a copy of it under the seal, which a seal that is made again would not have.
  fields: Object.fromEntries([["username", self.email.repeat(60)], ...NAMES.map((name) => [name, "x"])]),
  twist: ({ saveId, seal, fields }, keys) => {
    const [part, rest] = [Math.floor(room / NAMES.length), room % NAMES.length];
    const texts = NAMES.map((name, at) => [name, `2.${"A".repeat(part - 2 + (at === 0 ? rest : 0))}`]);
    const full = { seal, fields: { ...fields, ...Object.fromEntries(texts) } };
    return { ...full, saveId: saveIdIn(keys, pressIn(saveId), full) };
  },
});

/** The letters that the server counts and stores of it: its texts, and what it is stored in. */
async function weightOf({ world }: Stage, id: string): Promise<{ readonly chars: number; readonly stored: number }> {
  const chars = "(select sum(length(value)) from jsonb_each_text(fields)) + length(seal)";
  const columns = `(${chars})::int as chars, pg_column_size(fields) + pg_column_size(seal) as stored`;
  const [row] = await world.sql<{ chars: number; stored: number }>(`select ${columns} from record where id = $1`, [id]);
  if (!row) throw new Error("no such record");
  return row;
}

/** A name of a device that fills the seal up to where the next letter makes it longer by 256. @param lengthWith - of the seal */
async function deviceThatFills(lengthWith: (device: string) => Promise<number>): Promise<string> {
  const most = await lengthWith("d".repeat(200));
  let [fits, isLonger] = [1, 200];
  while (isLonger - fits > 1) {
    const middle = Math.floor((fits + isLonger) / 2);
    if ((await lengthWith("d".repeat(middle))) < most - 300) fits = middle;
    else isLonger = middle;
  }
  return "d".repeat(fits);
}

/** How long the seal of such a save is; it is not sent. */
async function sealLength(evil: Colleague, id: string, claim: Claim): Promise<number> {
  let length = 0;
  const measure = async (_: unknown, { seal }: { readonly seal: string }): Promise<never> => {
    length = seal.length;
    throw new Error("It is not sent");
  };
  await evil.save(id, claim, measure).catch(() => undefined);
  return length;
}

export const FULL_ITEMS: readonly Row[] = [
  {
    attack: "60",
    does: "a writer fills an item of her own up to the last letter with which the server takes it for a small one, and is removed",
    answer: "the next key is made all the same, although the seal that is made again is longer",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, create, carol, evil, key, scopeId } = await scene(stage);
      await eve.client.vault.pull();
      const { id: hers } = await eve.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
      const device = await deviceThatFills((name) => sealLength(evil, hers, filled(evil.self, name, 12_000)));
      await evil.save(hers, filled(evil.self, device, 960_000));
      const { stored } = await weightOf(stage, hers);
      await evil.save(hers, filled(evil.self, device, 960_000 + MAX_ITEM_CHARS - stored));
      expect((await weightOf(stage, hers)).stored).toBe(MAX_ITEM_CHARS);
      await ann.client.vault.pull();
      await endSharesOf(stage, eve, vaultId);
      const { id, fields } = await create(stage.secret("later"));
      expect((await weightOf(stage, hers)).chars).toBeGreaterThan(MAX_ITEM_CHARS);
      expect(await opensOf(key, scopeId, await ciphertextOf(stage, [id], scopeId))).not.toContain(fields.password);
      await carol.client.vault.pull();
      expect((await carol.client.vault.open({ id })).fields.password).toBe(fields.password);
      await ann.client.vault.remove({ ids: [hers] });
    },
  },
];
