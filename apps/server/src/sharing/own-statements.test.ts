/** What the owner of a shared vault signs about it, in the calls that begin it and that replace its key. */
import { beforeAll, expect, it } from "vitest";
import { ownStatement } from "../testing/own-statements.ts";
import { usePlace } from "../testing/scene.ts";
import { again, moveOut, type Put, signedBy } from "../testing/sharing.ts";
import { type Answer, hex, put } from "../testing/world.ts";

const here = usePlace(false);
let vault: Put;
let scopeId: string;
const BAD = { status: 403, body: { code: "bad_signature" } };

beforeAll(async () => {
  vault = put("category");
  await here.people.owner.commit(vault);
});

const signed = (by: "owner" | "read", epoch: number, ownSeq: number, vaultSave: unknown): string =>
  ownStatement(here.people[by].form.publicKey, { scopeId, generation: 1, epoch }, ownSeq, { vaultSave: String(vaultSave) });

it("a vault begins with its owner's statement alone, which names this save of it", async () => {
  const { owner } = here.people;
  const move = await moveOut(here.server, owner, "vault", [vault]);
  const [moved] = move.records;
  scopeId = move.to.scope;
  const begin = (own: string): Promise<Answer> => owner.call("POST", "/vault/move", { ...move, to: { ...move.to, own } });
  for (const own of [signed("read", 1, 1, moved?.saveId), signed("owner", 2, 1, moved?.saveId), signed("owner", 1, 1, hex(16))])
    expect(await begin(own)).toMatchObject(BAD);
  expect(await begin(signed("owner", 1, 1, moved?.saveId))).toMatchObject({ status: 200 });
  vault = moved ?? vault;
});

it("another key comes with another statement, which names the save under it", async () => {
  const { owner } = here.people;
  const record = again(vault);
  const rotate = async (own?: string): Promise<Answer> => {
    const target = { scope: scopeId, ...(await signedBy(here.server, owner, scopeId)), ...(own && { own }) };
    return owner.call("POST", "/share/rotate", { target, epoch: 2, records: [record], grants: [] });
  };
  const wrong = [undefined, signed("owner", 2, 2, vault.saveId), signed("owner", 2, 1, record.saveId), signed("read", 2, 2, record.saveId)];
  for (const own of wrong) expect(await rotate(own)).toMatchObject(BAD);
  expect(await rotate(signed("owner", 2, 2, record.saveId))).toMatchObject({ status: 200 });
});
