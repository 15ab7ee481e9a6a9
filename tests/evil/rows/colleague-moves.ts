/** The owner of one vault who may write another's: she moves what a third person made in hers into the other, in that person's name. */
import { expect } from "vitest";
import { BLANK_COLUMNS } from "../../../packages/contract/src/record-columns.ts";
import { randomBytes, toHex } from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import { noiseAfter } from "../forge.ts";
import type { Row } from "../row.ts";
import { scene } from "./colleague-makers.ts";
import { writerOf } from "./colleague-team-log.ts";

const TITLE = "Made in the attack";
/** Of the right shape; the server cannot read it. */
const seal = (): string => `2.${Buffer.from([1, 1, 1, 0, 0, 0, 1, ...randomBytes(60)]).toString("base64url")}`;

const placeOf = async ({ world }: Stage, id: string): Promise<{ scope: string; revision: number }> => {
  const [row] = await world.sql<{ scope: string; revision: number }>("select scope_id as scope, revision::int from record where id = $1", [
    id,
  ]);
  if (!row) throw new Error("no such item");
  return row;
};

/** An item of Bob's that he has put into a vault of Eve's. */
async function bobsItem({ eve }: Stage, bob: Person): Promise<string> {
  const { id: vaultId } = await eve.client.vault.createVault({ name: TITLE, description: "" });
  await eve.client.sharing.share({ id: vaultId, email: bob.email, permission: "write", expiresAt: null });
  const { id } = await bob.client.vault.create({ draft: aLogin({ title: TITLE }) });
  await bob.client.vault.pull();
  const draft = { ...aLogin({ title: TITLE }), categoryId: vaultId };
  await bob.client.vault.update({ base: await bob.client.vault.open({ id }), draft });
  return id;
}

export const MOVES: readonly Row[] = [
  {
    attack: "57",
    isDaily: true,
    does: "the owner of a vault takes out what a member made in it, and gives it up into another person's vault, where it would stand in that member's name",
    answer: "refused: what another made stays with her, or goes back to its maker",
    run: async (stage) => {
      const { eve, world } = stage;
      const { vaultId, scopeId } = await scene(stage);
      const id = await bobsItem(stage, await world.person(`bob-${crypto.randomUUID().slice(0, 8)}`));
      const [{ signer }, alone] = [await writerOf(stage, eve), crypto.randomUUID()];
      const put = ({ revision }: { readonly revision: number }, categoryId: string | null) => {
        const next = { revision: revision + 1, saveId: toHex(randomBytes(16)), seal: seal(), fields: {}, trashedAt: null };
        return { op: "put", id, kind: "password", ...next, ...BLANK_COLUMNS, categoryId };
      };
      const before = await placeOf(stage, id);
      const out = {
        from: { scope: before.scope, ...(await noiseAfter(stage, before.scope, signer)) },
        to: { scope: alone, kind: "item", ...(await noiseAfter(stage, alone, signer)) },
        records: [put(before, null)],
      };
      expect((await eve.post("/vault/move", out)).status, "on its way home").toBe(200);
      const into = {
        from: { scope: alone, baseSeq: 1 },
        to: { scope: scopeId, ...(await noiseAfter(stage, scopeId, signer)) },
        records: [put(await placeOf(stage, id), vaultId)],
      };
      expect(await eve.post("/vault/move", into)).toMatchObject({ status: 403, body: { code: "forbidden" } });
      expect((await placeOf(stage, id)).scope).toBe(alone);
    },
  },
];
