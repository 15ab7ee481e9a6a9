/** Lies to a person who has lost the master password and types the recovery key: nothing unverified is sealed again, nothing is wrapped for anyone else. */
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import type { WireRecord } from "../../../packages/contract/src/record.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const VERIFY = "/users/verify-recovery";
const WHOLE = "/vault/entries-for-reset";
const NEXT = "Remembered-Horse-3!";

interface Whole {
  entries: WireRecord[];
  scope: { id: string; seq: number; epoch: number; generation: number };
  head: { seq: number; generation: number; head: string; signature: string | null };
}

const set = (record: object | undefined, change: object): void => void Object.assign(record ?? {}, change);
const logins = ({ entries }: Whole): WireRecord[] => entries.filter(({ itemType, deleted_at }) => itemType === "password" && !deleted_at);

/** @param client - a new device unless given. */
async function provenDevice({ world, ann }: Stage, given?: Client): Promise<Client> {
  const client = given ?? (await world.stranger()).client;
  await client.account.forgotPassword({ email: ann.email });
  expect(await client.account.verifyRecovery({ email: ann.email, code: await world.mail.codeFor(ann.email) })).toEqual({ step: "reset" });
  return client;
}

const reset =
  ({ ann }: Stage, client: Client) =>
  () =>
    client.account.resetPassword({
      email: ann.email,
      password: NEXT,
      recoveryKey: ann.recoveryKey,
      discard: false,
      onProgress: () => undefined,
    });

/** Told at the proof of the mailbox; the lie must be noticed there or in the reset. */
const atProof = (attack: string, does: string, lie: (reply: Record<string, unknown>, stage: Stage) => void): Row => ({
  attack,
  does: `recovery: the server ${does}`,
  answer: "no reset is sent",
  run: async (stage) => {
    stage.lie(VERIFY, (reply: Record<string, unknown>) => lie(reply, stage));
    await refused(stage, async () => reset(stage, await provenDevice(stage))(), {});
  },
});

/** Told when the whole vault is read for the reset. */
const atReading = (
  attack: string,
  does: string,
  lie: (whole: Whole, earlier: Whole) => void,
  before?: (stage: Stage) => Promise<unknown>,
  refusal: object = {},
): Row => ({
  attack,
  does: `recovery: the server ${does}`,
  answer: "no reset is sent; the old vault stays as it is",
  run: async (stage) => {
    let earlier: Whole | undefined;
    stage.lie(WHOLE, (whole: Whole) => {
      earlier = structuredClone(whole);
      throw new TypeError("fetch failed");
    });
    const proven = await provenDevice(stage, stage.ann.client);
    await reset(stage, proven)().catch(() => undefined);
    stage.honest();
    await before?.(stage);
    stage.lie(WHOLE, (whole: Whole) => lie(whole, structuredClone(earlier ?? whole)));
    await refused(stage, reset(stage, proven), refusal);
  },
});

/** Ann has a new recovery key, or new credentials; the server returns the earlier one. */
const older = (does: string, renew: (stage: Stage) => Promise<unknown>): Row => ({
  attack: "2, 24, S7",
  does: `recovery: the server returns ${does}`,
  answer: "no reset is sent: rollback",
  run: async (stage) => {
    const { ann, world } = stage;
    const before = await world.credentialsOf(ann.email);
    await renew(stage);
    await world.putCredentials(ann.email, before);
    await refused(stage, async () => reset(stage, await provenDevice(stage))(), { name: "IntegrityError", code: "rollback" });
  },
});

const withFlip = (text: unknown): string =>
  String(text).replace(/^(.{60})(.)/, (_, head: string, at: string) => head + (at === "A" ? "B" : "A"));

export const RECOVERY: readonly Row[] = [
  older("the recovery copy from before a new recovery key", ({ ann }) => ann.client.account.renewRecoveryKey(ann)),
  older("the credentials from before a new master password", ({ ann }) =>
    ann.client.account.changePassword({ current: ann.password, next: "Brand-New-Horse-7!", hint: null }),
  ),
  atProof("13", "flips a bit of the recovery copy", (reply) => set(reply, { encryptedKey: withFlip(reply.encryptedKey) })),
  atProof("13", "flips a bit of the identity", (reply) => set(reply, { encryptedPrivateKey: withFlip(reply.encryptedPrivateKey) })),
  atProof("1, 2, 4", "asks for a copy under a key of its own", (reply, { adversaryKey }) =>
    set(reply, { escrowKey: Buffer.from(adversaryKey()).toString("hex"), recipients: ["adversary"] }),
  ),
  atProof("5, R3", "gives no recovery copy", (reply) => set(reply, { encryptedKey: undefined })),
  atProof("24", "gives a recovery copy of another kind", (reply) => set(reply, { encryptedKey: reply.encryptedPrivateKey })),
  atProof("24", "gives another identity to re-wrap", (reply) => set(reply, { encryptedPrivateKey: reply.encryptedKey })),
  atProof("S14", "shows a public key that is not the identity's", (reply) => {
    const publicKey = String(reply.publicKey);
    set(reply, { publicKey: publicKey.slice(0, 20) + (publicKey[20] === "A" ? "B" : "A") + publicKey.slice(21) });
  }),
  atProof("24, S7", "counts another recovery epoch", (reply) => set(reply, { recoveryEpoch: Number(reply.recoveryEpoch) + 1 })),
  atProof("24", "names another scope", (reply) => set(reply, { personal_vault_id: crypto.randomUUID() })),
  atProof("24", "counts another key epoch", (reply) => set(reply, { keyEpoch: Number(reply.keyEpoch) + 1 })),
  {
    attack: "9, S14",
    does: "recovery: the server names another salt than this device has seen",
    answer: "stops at the proof of the mailbox",
    run: async (stage) => {
      stage.lie(VERIFY, (reply: object) => set(reply, { salt: "00112233445566778899aabbccddeeff" }));
      await refused(stage, () => provenDevice(stage, stage.ann.client), { name: "IntegrityError" });
    },
  },
  {
    attack: "R5",
    does: "recovery: the server names another account than this device has seen",
    answer: "stops at the proof of the mailbox",
    run: async (stage) => {
      stage.lie(VERIFY, (reply: { user: object }) => set(reply.user, { id: stage.eve.client.session?.user.id }));
      await refused(stage, () => provenDevice(stage, stage.ann.client), {});
    },
  },
  atReading("15, R21", "leaves a record out", ({ entries }) => void entries.pop()),
  atReading("15, R21", "adds a record", ({ entries }) => void entries.push({ ...(entries[0] as WireRecord), id: crypto.randomUUID() })),
  atReading("15, R21", "shows another save", ({ entries }) => set(entries[0], { saveId: "00".repeat(16) })),
  atReading("7, R21", "swaps two fields", (whole) => set(logins(whole)[0], { encrypted_password: logins(whole)[1]?.encrypted_password })),
  atReading("7, R21", "drops a field", (whole) => set(logins(whole)[0], { website_url: undefined })),
  atReading("S3", "moves an item", (whole) => set(logins(whole)[0], { favourite: true, category_id: null })),
  atReading("S8", "brings an item back from the trash", ({ entries }) => {
    for (const entry of entries) set(entry, { deleted_at: null });
  }),
  atReading("17", "shows another scope", ({ scope }) => set(scope, { id: crypto.randomUUID() })),
  atReading("24", "shows another epoch", ({ scope }) => set(scope, { epoch: 2 })),
  atReading("15", "shows another seq than the head's", ({ scope }) => set(scope, { seq: scope.seq + 1 })),
  atReading("S1", "shows a head that no one signed", ({ head }) => set(head, { signature: "A".repeat(86) })),
  atReading(
    "15",
    "goes back behind what this device has seen",
    (whole, earlier) => Object.assign(whole, earlier),
    ({ ann }) =>
      ann.client.account
        .login({ email: ann.email, password: ann.password })
        .then(() => ann.client.vault.create({ draft: aLogin({ title: "Made in the attack" }) })),
    { name: "IntegrityError", code: "rollback" },
  ),
  {
    attack: "24, S7",
    does: "hands out the recovery copy of an earlier kit, so that its paper passes the rehearsal and is kept",
    answer: "says that the paper is not this account's key, and notes no date",
    run: async (stage) => {
      const { account } = stage.ann.client;
      await account.prove(stage.ann);
      const copy = await account.recoveryCopy();
      await account.renewRecoveryKey(stage.ann);
      stage.lie("/users/keys", (reply: object) => set(reply, { encryptedKey: copy }));
      const tried = await account.rehearse({ recoveryKey: stage.ann.recoveryKey, copy: await account.recoveryCopy() });
      expect(tried).toEqual({ is: "another", isRenewed: true });
      expect(await account.rehearsals()).toMatchObject({ triedAt: null });
    },
  },
];
