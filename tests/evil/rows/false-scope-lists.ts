/** Lies in the list of shared scopes: whose a vault is, what it is, and that there is none. */
import { expect } from "vitest";
import type { SharedScope } from "../../../packages/contract/src/vault.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { shareOf } from "../../flows/sharing-setup.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { ciphertextOf, holdingOf, opensOf, sharedVault } from "./members.ts";
import { PULL } from "./sharing.ts";

type Lie = (one: SharedScope) => SharedScope[];
const ANOTHERS: Lie = (one) => [{ ...one, own: null }];
const ANOTHERS_AND_CHANGED: Lie = (one) => [{ ...one, own: null, stamp: one.stamp + 1 }];
const NONE: Lie = () => [];
const WITH_OLD_GRANTS: Lie = (one) => [{ ...one, own: one.own && { ...one.own, isAlongOld: true } }];
const UNDER_NO_KEY: Lie = (one) => [{ ...one, epoch: 7, stamp: one.stamp + 1 }];

const listed = (stage: Stage, scopeId: string, lie: Lie): void =>
  stage.lie(PULL, (body: { scopes?: SharedScope[] }) => ({
    ...body,
    ...(body.scopes && { scopes: body.scopes.flatMap((one) => (one.id === scopeId ? lie(one) : [one])) }),
  }));

/** Eve loses access to a vault that the server lists otherwise by then, and the server takes whatever comes. @param isSaved - the lie holds up no save */
const keptUnderHerKey = (how: string, lie: Lie, isSaved = false): Row => ({
  attack: "46",
  does: `${how}, so that nothing is to do about its key when a person's access ends, and takes what is saved then`,
  answer: "the owner's client knows whose it is and that the access has ended: nothing is saved under the key that this person has",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, before } = await sharedVault(stage);
    const { row, key } = await holdingOf(stage, eve, vaultId);
    const { vault, sharing } = ann.client;
    await vault.pull();
    const hers = await shareOf(ann, vaultId, eve);
    listed(stage, row.scope_id, lie);
    await vault.pull();
    await sharing.revoke(hers);
    await world.sql("update share_grant set ended_at = null where scope_id = $1", [row.scope_id]);
    const base = await vault.open({ id: before.id });
    const draft = { ...aLogin({ ...base.fields, password: stage.secret("after") }), categoryId: vaultId };
    const saving = vault.update({ base, draft });
    await (isSaved ? saving : saving.catch(() => undefined));
    const stored = await ciphertextOf(stage, [before.id], row.scope_id);
    expect(await opensOf(key, row.scope_id, stored)).not.toContain(draft.fields.password);
  },
});

/** An own vault, on a device that has it and on one that signs in for the first time. */
const stays = (how: string, lie: Lie, onNewDevice: boolean): Row => ({
  attack: "58",
  does: how,
  answer: "what the owner's devices have of it stays, and is the owner's",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { vaultId, before } = await sharedVault(stage);
    const { scope_id: scopeId } = (await holdingOf(stage, eve, vaultId)).row;
    await ann.client.vault.pull();
    listed(stage, scopeId, lie);
    for (const client of [ann.client, ...(onNewDevice ? [await stage.newDevice()] : [])]) {
      const { vaults } = await client.vault.pull();
      expect(vaults.find(({ id }) => id === vaultId)).toMatchObject({ isOwner: true });
      expect((await client.vault.open({ id: before.id })).fields.password).toBe(before.fields.password);
    }
  },
});

export const FALSE_SCOPE_LISTS: readonly Row[] = [
  keptUnderHerKey("lists the owner's shared vault as another's", ANOTHERS),
  keptUnderHerKey("leaves the owner's shared vault out of the list, and answers for it", NONE),
  keptUnderHerKey("says of the owner's shared vault that grants of items in it are to be sealed again", WITH_OLD_GRANTS, true),
  stays("lists the owner's shared vault as another's, without a grant of it", ANOTHERS_AND_CHANGED, true),
  stays("lists the owner's shared vault under a key that its owner has never made", UNDER_NO_KEY, false),
];
