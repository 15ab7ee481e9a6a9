/** Lies about which passkeys open a vault: rows left out, added, kept; and the vault's own list, of which a passkey that is not on it opens nothing. */
import { expect } from "vitest";
import { openAuthenticator } from "../../flows/vault-authenticator.ts";
import { refused, type Stage } from "../evil-server.ts";
import { addPasskey, type Held, putBack, rowOf, stopsSignIn, stopsUnlock } from "../passkey-scene.ts";
import type { Row } from "../row.ts";
import { PULL, type Snapshot } from "./pull.ts";

const LIST = "/users/passkeys";
const NOT_KNOWN = { name: "ClientError", message: expect.stringContaining("does not know this passkey") };
const ENDED = { name: "ClientError", message: expect.stringContaining("was ended") };
const integrity = (code: string) => ({ name: "IntegrityError", code });

type Listed = { passkeys?: readonly { readonly id: string }[] };

/** What Ann's settings say of her passkeys now. */
const states = async ({ ann }: Stage) => (await ann.client.account.passkeys()).map(({ id, state }) => ({ id, state }));

const SERVERS_LIST: readonly Row[] = [
  {
    attack: "44, 15",
    does: "leaves a passkey out of its list that it still has",
    answer: "the vault's own list says that the server does not show it, and never that it is over",
    run: async (stage) => {
      const { id } = await addPasskey(stage, stage.ann);
      stage.lie(LIST, ({ passkeys, ...rest }: Listed) => passkeys && { ...rest, passkeys: [] });
      expect(await states(stage)).toEqual([{ id, state: "missing" }]);
      stage.honest();
      expect(await states(stage)).toEqual([{ id, state: "opens" }]);
    },
  },
  {
    attack: "44, 17",
    does: "adds a passkey of its own to the account",
    answer: "shown as one that the vault does not know; it signs no one in",
    run: async (stage) => {
      const { ann, world } = stage;
      const own = await addPasskey(stage, ann);
      const evil = await addPasskey(stage, stage.eve);
      const row = { ...(await rowOf(stage, evil.id)), account_id: ann.client.session?.user.id };
      await world.sql("delete from passkey where id = $1", [evil.id]);
      await putBack(stage, row);
      expect(await states(stage)).toEqual([
        { id: own.id, state: "opens" },
        { id: evil.id, state: "unknown" },
      ]);
      await stopsSignIn(stage, evil, {});
    },
  },
];

/** The vault's list, as a device gets it that signs in or unlocks by a passkey. */
const VAULTS_LIST: readonly Row[] = [
  ...[
    { does: "leaves out the vault's list", trust: () => null },
    { does: "gives the vault's list of before the passkey was added", trust: (older: string | null) => older },
  ].map(
    ({ does, trust }): Row => ({
      attack: "44, 15",
      does: `at a sign-in by passkey the server ${does}`,
      answer: "it is told from the head; the session is locked, with the code of that lie",
      run: async (stage) => {
        let older: string | null = null;
        const authenticator = openAuthenticator(stage.world.origin);
        await addPasskey(stage, stage.ann);
        stage.lie(PULL, (snapshot: Snapshot & { trust: string | null }) => {
          older = snapshot.trust;
        });
        await (await stage.newDevice()).vault.pull();
        stage.honest();
        const held = await addPasskey(stage, stage.ann, authenticator);
        stage.lie(PULL, (snapshot: Snapshot) => ({ ...snapshot, trust: trust(older) }));
        await stopsSignIn(stage, held, integrity("rollback"));
      },
    }),
  ),
  {
    attack: "44, 15, 47",
    does: "shows the vault of before a passkey was removed, with its copy, to the device that removed it",
    answer: "refused as a rollback; the vault is locked again",
    run: async (stage) => {
      const { ann } = stage;
      const held = await addPasskey(stage, ann);
      const row = await rowOf(stage, held.id);
      let earlier: Snapshot | undefined;
      stage.lie(PULL, (snapshot: Snapshot) => {
        earlier = structuredClone(snapshot);
      });
      await (await stage.newDevice()).vault.pull();
      stage.honest();
      await ann.client.account.removePasskey(held);
      await putBack(stage, row);
      await ann.client.account.lock();
      stage.lie(PULL, () => earlier);
      await stopsUnlock(stage, held, integrity("rollback"));
    },
  },
];

/** This device has a list on which the passkey still is, and would go on with it if nothing came at all. */
const brokenAnswer: Row = {
  attack: "44, 15, 47",
  does: "keeps a passkey that another device has removed, and breaks each answer that would say so to this one",
  answer: "told as a lie, and not passed over as a server that does not answer: the vault stays locked",
  run: async (stage) => {
    const { ann } = stage;
    const held = await addPasskey(stage, ann);
    await ann.client.vault.pull();
    const row = await rowOf(stage, held.id);
    const { client } = await ann.device("other");
    await client.account.prove(ann);
    await client.account.removePasskey(held);
    await putBack(stage, row);
    await ann.client.account.lock();
    stage.lie(PULL, ({ heads, ...rest }: Snapshot) => ({ ...rest, heads: heads.map((head) => ({ ...head, signature: "A".repeat(86) })) }));
    await stopsUnlock(stage, held, integrity("fork"));
  },
};

/** The server kept what it was told to delete. @param end - how Ann ends her passkey */
const kept = (does: string, end: (stage: Stage, held: Held) => Promise<unknown>, refusal: object): readonly Row[] =>
  [false, true].map((isSignIn) => ({
    attack: "44, 47",
    does: `keeps the copy of a passkey ${does}, and gives it at ${isSignIn ? "a sign-in" : "an unlock"}`,
    answer: "the vault's own list says so; it is locked again",
    run: async (stage) => {
      const held = await addPasskey(stage, stage.ann);
      const row = await rowOf(stage, held.id);
      await end(stage, held);
      await putBack(stage, row);
      if (isSignIn) return stopsSignIn(stage, held, refusal);
      await stage.ann.client.account.lock();
      await stopsUnlock(stage, held, refusal);
    },
  }));

const NEXT = "Another-Horse-77-Nettle!";

/** She types the new one from then on. */
async function changePassword({ ann }: Stage): Promise<void> {
  await ann.client.account.changePassword({ current: ann.password, next: NEXT, hint: null });
  Object.assign(ann, { password: NEXT });
}

const ENDED_KEPT: readonly Row[] = [
  ...kept("that was removed", ({ ann }, held) => ann.client.account.removePasskey(held), NOT_KNOWN),
  ...kept("that another master password ended", changePassword, ENDED),
];

const AWAY: readonly Row[] = [
  {
    attack: "44",
    does: "keeps back the vault's list from a device that has none yet",
    answer: "says that there is no answer; the session is locked",
    run: async (stage) => {
      const { authenticator } = await addPasskey(stage, stage.ann);
      const { client } = await stage.world.stranger();
      stage.world.refuseWhen((url) => url.includes(PULL));
      try {
        await refused(stage, () => client.account.signInByPasskey({ authenticator }), { name: "ConnectionError" });
        expect(client.isLocked).toBe(true);
      } finally {
        stage.world.refuseWhen(() => false);
      }
      await client.account.unlock({ password: stage.ann.password });
      expect((await client.vault.pull()).items).toHaveLength(2);
    },
  },
];

export const PASSKEY_LISTS: readonly Row[] = [...SERVERS_LIST, ...VAULTS_LIST, brokenAnswer, ...ENDED_KEPT, ...AWAY];
