/** A device that was lost with its passkey: its owner ends both from another one, and a server that keeps the passkey is told by the vault's own list. */
import { expect } from "vitest";
import { openAuthenticator } from "../../flows/vault-authenticator.ts";
import { refused, type Stage } from "../evil-server.ts";
import { addPasskey, type Held, putBack, rowOf, stopsSignIn } from "../passkey-scene.ts";
import type { Row } from "../row.ts";

/** Ann's laptop and its passkey, which is no one's but hers. */
async function withLostDevice(stage: Stage) {
  const { ann } = stage;
  const own = await addPasskey(stage, ann);
  const lost = await ann.device("lost");
  const held = await addPasskey(stage, { ...ann, client: lost.client }, openAuthenticator(stage.world.origin));
  return { own, lost, held };
}

/** From her laptop: the session is named, and the passkeys that the server says are on that device. */
async function report({ ann }: Stage, { id: passkey }: Held): Promise<void> {
  const { account } = ann.client;
  const lost = (await account.sessions()).filter(({ isCurrent }) => !isCurrent);
  const onIt = (id: string) => account.passkeys().then((all) => all.filter(({ sessions }) => sessions.includes(id)).map((one) => one.id));
  const all = await Promise.all(lost.map(async ({ id }) => ({ id, passkeys: await onIt(id) })));
  const found = all.find(({ passkeys }) => passkeys.includes(passkey));
  expect(found?.passkeys).toEqual([passkey]);
  await account.prove(ann);
  await account.reportLost({ id: found?.id ?? "", passkeys: found?.passkeys ?? [], authenticator: null });
}

const stays = async ({ ann }: Stage, { id }: Held): Promise<void> =>
  expect(await ann.client.account.passkeys()).toMatchObject([{ id, state: "opens" }]);

export const LOST_DEVICES: readonly Row[] = [
  {
    attack: "44",
    does: "a thief of a locked device, who can use the passkey made on it, unlocks it and signs in again after its owner has reported it lost",
    answer: "no copy is given and no session begins; her other device and its passkey stay",
    run: async (stage) => {
      const { own, lost, held } = await withLostDevice(stage);
      await lost.client.account.lock();
      await report(stage, held);
      await refused(stage, () => lost.client.account.unlockByPasskey(held), { code: "session_expired" });
      await stopsSignIn(stage, held, { code: "invalid_credentials" });
      await stays(stage, own);
    },
  },
  {
    attack: "44",
    does: "the same after the thief has signed in by that passkey, for a session that the owner's device has never heard of",
    answer: "the session is listed with its passkey, and both end",
    run: async (stage) => {
      const { own, lost, held } = await withLostDevice(stage);
      await lost.client.account.logout();
      await lost.client.account.signInByPasskey(held);
      await report(stage, held);
      await refused(stage, () => lost.client.vault.pull(), { code: "session_expired" });
      await stopsSignIn(stage, held, { code: "invalid_credentials" });
      await stays(stage, own);
    },
  },
  {
    attack: "44",
    does: "the same where the master password was typed there again, so that the session is another one than that in which the passkey was made",
    answer: "the device is known again: the passkey is listed with the new session, and both end",
    run: async (stage) => {
      const { own, lost, held } = await withLostDevice(stage);
      await lost.client.account.logout();
      await lost.client.account.login(stage.ann);
      await report(stage, held);
      await refused(stage, () => lost.client.vault.pull(), { code: "session_expired" });
      await stopsSignIn(stage, held, { code: "invalid_credentials" });
      await stays(stage, own);
    },
  },
  {
    attack: "44, 47",
    does: "keeps the passkey of a device that was reported lost, and gives its copy",
    answer: "the vault's own list has it no more; it is locked again",
    run: async (stage) => {
      const { held } = await withLostDevice(stage);
      const row = await rowOf(stage, held.id);
      await report(stage, held);
      await putBack(stage, row);
      await stopsSignIn(stage, held, { name: "ClientError" });
    },
  },
  {
    attack: "50",
    does: "another account reports a device lost that is not its own, and names its passkeys",
    answer: "unknown to that account; the device and its passkeys stay",
    run: async (stage) => {
      const { eve, ann, world } = stage;
      const { own, held } = await withLostDevice(stage);
      const [theirs] = await ann.client.account.sessions();
      await eve.device("evil");
      await eve.client.vault.pull(); // hers is the last caller again
      await eve.client.account.prove(eve);
      const passkeys = [own.id, held.id];
      const reply = await eve.post("/users/sessions/lost", { id: theirs?.id, passkeys });
      expect(reply).toMatchObject({ status: 404 });
      const eves = (await eve.client.account.sessions()).find(({ isCurrent }) => !isCurrent);
      expect(await eve.post("/users/sessions/lost", { id: eves?.id, passkeys })).toMatchObject({ status: 200 });
      expect(await world.sql("select id from passkey where id = any($1)", [passkeys])).toHaveLength(2);
      await ann.client.vault.pull();
    },
  },
];
