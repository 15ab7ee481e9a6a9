/** An account with real keys and a real personal scope, on a server in memory that stores what it is sent: for tests of sharing and teams without HTTP. */
import { api } from "@coffer/contract/api";
import type { Endpoint } from "@coffer/contract/endpoint";
import type { HeadText } from "@coffer/contract/vault";
import { generateId, generateIdentity, generateKey, openSigner, randomBytes } from "@coffer/crypto";
import type { Call } from "../call.ts";
import { memoryKeyStore, memoryRecordStore } from "../device/store.ts";
import { openKeyring, personalScopeKeys } from "../keyring.ts";
import type { SharingContext } from "../sharing/context.ts";
import { sealHead } from "../sync/head.ts";
import { NO_ENTRIES } from "../sync/head-entries.ts";
import { Scope } from "../sync/scope.ts";
import { ShownContents } from "../vault/shown-contents.ts";

const EPOCHS = { cred: 1, recovery: 1 };
export const NOW = 1_795_000_000_000;

/** Answers a call that the personal scope does not make itself. */
export type Answers = (spec: Endpoint, input: unknown) => unknown;

const unexpected = (): never => {
  throw new Error("not expected in this test");
};

/** The personal scope's calls: heads and trust store as they were sent. */
function personalServer(scopeId: string, first: HeadText, answers: Answers): Call {
  const heads = [first];
  let trust: string | null = null;
  const answer = (spec: Endpoint, input: unknown): unknown => {
    if ((spec as unknown) === api.vault.pull) {
      const { seq } = heads.at(-1) ?? first;
      const { since = 0, heads: from = since } = input as { since?: number; heads?: number };
      const scope = { id: scopeId, kind: "personal", seq, generation: 1, epoch: 1 };
      const rest = { tombstones: [], epochs: EPOCHS, used: [], scopes: [], members: null };
      return { success: true, data: {}, scope, heads: heads.filter((head) => head.seq > from), trust, ...rest };
    }
    if ((spec as unknown) === api.vault.commit) {
      const { baseSeq, head, signature, ...write } = input as { baseSeq: number; head: string; signature: string; trust?: string };
      heads.push({ seq: baseSeq + 1, generation: 1, head, signature });
      trust = write.trust ?? trust;
      return { success: true };
    }
    return answers(spec, input);
  };
  return async (spec, input) => answer(spec, input) as never;
}

/** @param answers - to all calls but those of the personal scope; none are expected when absent */
export async function ownAccount(answers: Answers = unexpected): Promise<SharingContext> {
  const { secret, public: publicKey } = await generateIdentity();
  const [accountId, personalScopeId, signer] = [generateId(), generateId(), await openSigner(secret)];
  const keyring = await openKeyring({ accountId, personalScopeId, keyEpoch: 1 }, null, generateKey());
  const keys = await personalScopeKeys(keyring, signer);
  const deviceId = randomBytes(16);
  const beginning = { generation: 1, seq: 1, previous: null, digests: NO_ENTRIES, count: 0, epochs: EPOCHS, flags: 0, trust: null };
  const first = { seq: 1, generation: 1, ...(await sealHead({ keys, ...beginning, deviceId, now: NOW })) };
  const call = personalServer(personalScopeId, first, answers);
  const [keyStore, records, now] = [memoryKeyStore(), memoryRecordStore(), () => NOW];
  const scope = new Scope(keys, {
    ...{ call, keys: keyStore, records, deviceId, now, pause: async () => undefined, randomFraction: () => 0 },
    ...{ flags: async () => 0, credEpoch: () => 1, copies: async () => [] },
  });
  const open = {
    ...{ scope: async () => scope, scopes: async () => [scope] as const, nextEnd: () => null },
    ...{ keyring: () => keyring, keys: keyStore, records },
  };
  const elsewhere = {
    pullShared: async () => undefined,
    pulled: async () => undefined,
    loadShared: async () => undefined,
    returnItems: unexpected,
    placeLinked: unexpected,
    moveBetween: unexpected,
    scopeToSave: unexpected,
  };
  const identity = { accountId, email: "ann@example.com", publicKey, signer, secret: async () => Uint8Array.from(secret) };
  const noTeam = { isInTeam: () => false, sync: async () => undefined, currentKey: async () => null };
  return {
    ...{
      ...open,
      ...elsewhere,
      endSharing: unexpected,
      apart: unexpected,
      call,
      now,
      random: randomBytes,
      device: "test",
      shown: new ShownContents(open),
    },
    ...{ origin: "http://localhost", fetch: unexpected, pause: async () => undefined, identity: async () => identity },
    team: {
      ...noTeam,
      isMember: async () => false,
      hasMember: async () => false,
      knownLog: () => null,
      hear: () => undefined,
      checkLogs: async () => undefined,
      requireShareable: async () => undefined,
    },
    ...{
      oneAtATime: (work) => work(),
      unanswered: new Set(),
      keyWaits: new Set(),
      lastReconciled: { failed: new Map() },
      troubles: () => new Map(),
      missingShares: async () => 0,
    },
  };
}
