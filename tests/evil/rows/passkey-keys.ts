/** Lies about the private keys of a login's passkeys: nothing is signed with what the server chose, and nothing is lost by what it left out. */
import { expect } from "vitest";
import { readPasskeyKeys } from "../../../packages/core/src/items/passkeys.ts";
import { fieldsOf, madeFor } from "../../flows/passkeys-setup.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { PULL, type Snapshot } from "./pull.ts";

const KEYS = "x_passkey_keys";
const PASSKEYS = "x_passkeys";

type Sealed = Record<string, string | undefined>;

/** Both fields as the server has them: sealed. */
const sealedOf = ({ data }: Snapshot, id: string): Sealed => {
  const sealed = data.passwords?.find((record) => record.id === id)?.later_fields;
  if (typeof sealed !== "object" || sealed === null) throw new Error("The login is not in the answer");
  return sealed as Sealed;
};

/** @returns what a device of that person's gets of them now */
async function shownTo(stage: Stage, person: Stage["ann"], id: string): Promise<Sealed> {
  let shown: Sealed | undefined;
  stage.lie(PULL, (snapshot: Snapshot) => {
    shown = structuredClone(sealedOf(snapshot, id));
  });
  await (await person.device("new")).client.vault.pull();
  stage.honest();
  if (!shown) throw new Error("Nothing was shown");
  return shown;
}

const draftOf = async (host: string) => aLogin({ title: `Made in the attack on ${host}`, password: "", ...fieldsOf(await madeFor(host)) });

/** What the server puts in the place of the login's own fields. */
type Change = (stage: Stage, id: string) => Promise<Sealed>;

const anothers =
  (who: "ann" | "eve", ...names: readonly string[]): Change =>
  async (stage) => {
    const person = stage[who];
    const { id } = await person.client.vault.create({ draft: await draftOf("other.example") });
    const shown = await shownTo(stage, person, id);
    return Object.fromEntries(names.map((name) => [name, shown[name]]));
  };

const older =
  (...names: readonly string[]): Change =>
  async (stage, id) => {
    const { vault } = stage.ann.client;
    const shown = await shownTo(stage, stage.ann, id);
    const base = await vault.open({ id, withKeys: true });
    await vault.update({ base, draft: aLogin({ ...base.fields, ...fieldsOf(await madeFor("shop.example")) }) });
    return Object.fromEntries(names.map((name) => [name, shown[name]]));
  };

const row = (does: string, change: Change): Row => ({
  attack: "10, 13, 15",
  does,
  answer: "the login does not open: nothing can be signed with it, and it is never saved again",
  run: async (stage) => {
    const { id } = await stage.ann.client.vault.create({ draft: await draftOf("shop.example") });
    const changed = await change(stage, id);
    const client = await stage.newDevice();
    stage.lie(PULL, (snapshot: Snapshot) => {
      const sealed = sealedOf(snapshot, id);
      for (const name of Object.keys(changed)) expect(sealed[name], "nothing is changed by this").not.toEqual(changed[name]);
      Object.assign(sealed, changed);
    });
    await client.vault.pull();
    const base = await client.vault.open({ id, withKeys: true });
    expect(base.state).toBe("tampered");
    expect(readPasskeyKeys(base.fields.x_passkey_keys ?? "")).toEqual([]);
    await refused(stage, () => client.vault.update({ base, draft: aLogin() }), { name: "ClientError" });
    stage.honest();
    const { vault: honest } = await stage.newDevice();
    await honest.pull();
    expect((await honest.open({ id, withKeys: true })).state).toBe("intact");
  },
});

export const PASSKEY_KEYS: readonly Row[] = [
  row("puts the keys of another login's passkeys in their place", anothers("ann", KEYS)),
  row("puts another login's passkeys in their place, keys and all", anothers("ann", KEYS, PASSKEYS)),
  row("puts another person's passkeys in their place, keys and all", anothers("eve", KEYS, PASSKEYS)),
  row("gives the keys of an earlier save", older(KEYS)),
  row("gives passkeys and keys of an earlier save", older(KEYS, PASSKEYS)),
  row("withholds the keys", async () => ({ [KEYS]: undefined })),
  row("withholds passkeys and keys", async () => ({ [KEYS]: undefined, [PASSKEYS]: undefined })),
  row("says that the passkeys are the keys", async (stage, id) => ({ [KEYS]: (await shownTo(stage, stage.ann, id))[PASSKEYS] })),
];
