/** A colleague with a client of her own making: her own identity, the key of what she may write, and every write by hand. */
import { openOwnSigner } from "../../packages/client/src/account/credentials.ts";
import { type Call, createCall } from "../../packages/client/src/call.ts";
import { memoryKeyStore, memoryRecordStore } from "../../packages/client/src/index.ts";
import type { ScopeKeys } from "../../packages/client/src/keyring.ts";
import { openSharedScope } from "../../packages/client/src/sharing/open-shared-scope.ts";
import { pressIn, saveIdIn } from "../../packages/client/src/sync/save-id.ts";
import type { Scope } from "../../packages/client/src/sync/scope.ts";
import type { Write } from "../../packages/client/src/sync/scope-deps.ts";
import { openRecord, sealRecord } from "../../packages/client/src/sync/seal-record.ts";
import { api } from "../../packages/contract/src/api.ts";
import type { PutChange, SealedRecord } from "../../packages/contract/src/record.ts";
import { BLANK_COLUMNS, columnsOf } from "../../packages/contract/src/record-columns.ts";
import type { SharedItem } from "../../packages/contract/src/sharing.ts";
import type { FieldValues, Named } from "../../packages/core/src/items/item.ts";
import { deriveSymmetricKey, generateId, randomBytes, type SecretKey, toHex } from "../../packages/crypto/src/index.ts";
import type { Person } from "../flows/world.ts";
import type { Stage } from "./evil-server.ts";
import { askLoginData, forgeOf } from "./forge.ts";

interface Holding {
  readonly row: SharedItem;
  readonly key: SecretKey;
}

/** What a save says, where it is not what an honest client would say. */
interface Claim {
  readonly fields: FieldValues;
  /** Under the seal. */
  readonly owner?: Named;
  /** With the proof of who made it, as it was. */
  readonly isProven?: true;
  /** Where the server can read it. */
  readonly makerId?: string;
  /** In which vault it is. */
  readonly categoryId?: string;
  /** What it was saved on. */
  readonly device?: string;
  /** What she makes of the sealed save before it is sent. */
  readonly twist?: (sealed: SealedSave, keys: ScopeKeys) => SealedSave;
}

type SealedSave = Awaited<ReturnType<typeof sealRecord>>;

/** As a client of before saves: the id of the save covers no texts. */
export const unbound = (sealed: SealedSave): SealedSave => ({ ...sealed, saveId: pressIn(sealed.saveId) });

/** What no one can open, under the id that it has. */
export function unreadable({ saveId, fields }: SealedSave, keys: ScopeKeys): SealedSave {
  const junk = { seal: fields.title ?? "", fields };
  return { ...junk, saveId: saveIdIn(keys, pressIn(saveId), junk) };
}

/** Its seal opens, and one field does not. */
export function spoiled({ saveId, seal, fields }: SealedSave, keys: ScopeKeys): SealedSave {
  const other = { seal, fields: { ...fields, encrypted_password: fields.title ?? "" } };
  return { ...other, saveId: saveIdIn(keys, pressIn(saveId), other) };
}

/** What no list opens does not open, and nothing shows it. */
export function spoiledInside({ saveId, seal, fields }: SealedSave, keys: ScopeKeys): SealedSave {
  const other = { seal, fields: { ...fields, x_passkey_keys: fields.title ?? "" } };
  return { ...other, saveId: saveIdIn(keys, pressIn(saveId), other) };
}

export interface Colleague {
  readonly self: Named;
  readonly scope: Scope;
  readonly call: Call;
  /** Saves the record again. @param by - sends it; the honest server when absent */
  readonly save: (id: string, claim: Claim, by?: (write: Write, change: PutChange) => Promise<unknown>) => Promise<void>;
  /** Makes a new item in that vault. @returns its id */
  readonly create: (vaultId: string, claim: Claim) => Promise<string>;
}

/** @param holding - from `holdingOf`, before any lie */
export async function colleagueOf(stage: Stage, person: Person, { row, key }: Holding): Promise<Colleague> {
  const { world } = stage;
  const { data, accountId, vaultKey, keys } = await forgeOf({ ...stage, ann: person });
  const own = { accountId, keyEpoch: keys.epoch, symmetricKey: await deriveSymmetricKey(vaultKey, accountId, keys.epoch) };
  const signer = await openOwnSigner(own, String(data.encryptedPrivateKey));
  const token = String((await askLoginData(stage, person)).token);
  const call = createCall({ origin: world.origin, fetch, token: () => token, onUnauthorized: async () => undefined });
  const self = { id: accountId, email: person.email };
  const kind = row.item_type === "category" ? "vault" : "item";
  const rights = { kind, isOwner: false, permission: "write", sharedBy: row.shared_by_email, self } as const;
  const owner = { accountId: row.shared_by_id, publicKey: row.shared_by_key };
  const stores = { keys: memoryKeyStore(), records: memoryRecordStore() };
  const clock = { now: world.now, pause: async () => undefined, randomFraction: () => 0 };
  const listed = { id: row.scope_id, epoch: row.epoch, kind, seq: 0, generation: 1, stamp: 0, own: null } as const;
  const deps = {
    call,
    ...stores,
    ...clock,
    deviceId: randomBytes(16),
    hasMember: async () => false,
    readTeamLog: async () => undefined,
    knownLog: () => null,
    hear: () => undefined,
  };
  const scope = await openSharedScope(listed, { key, rights, owner }, signer.sign, deps);

  const write = async (before: SealedRecord | undefined, at: Pick<PutChange, "id" | "kind">, place: object, claim: Claim) => {
    const revision = (before?.revision ?? 0) + 1;
    const next = { ...at, revision, saveId: toHex(randomBytes(16)) };
    const times = { createdAt: world.now(), updatedAt: world.now() };
    const opened = before && (await openRecord(scope.keys, before));
    const [fields, made] = [{ ...opened?.fields, ...claim.fields }, claim.isProven && opened?.made];
    const sealed = await sealRecord(scope.keys, {
      ...next,
      fields,
      ...times,
      device: claim.device ?? "evil",
      author: self,
      owner: claim.owner,
      made,
    });
    const named = claim.makerId === undefined ? {} : { makerId: claim.makerId };
    const sent = claim.twist?.(sealed, scope.keys) ?? sealed;
    return { op: "put", ...next, ...sent, ...columnsOf(before ?? BLANK_COLUMNS), ...place, ...named } as const;
  };
  return {
    self,
    scope,
    call,
    save: async (id, claim, by) => {
      await scope.pull();
      await scope.commit(async () => {
        const before = scope.records.get(id);
        if (!before) throw new Error("no such record");
        const place = claim.categoryId === undefined ? {} : { categoryId: claim.categoryId };
        const change = await write(before, { id, kind: before.kind }, place, claim);
        const send = by ?? ((sent: Write) => call(api.vault.commit, { ...sent, changes: [change] }));
        return { changes: [change], send: (sent) => send(sent, change) };
      });
    },
    create: async (vaultId, claim) => {
      const id = generateId();
      await scope.pull();
      await scope.commit(async () => {
        const change = await write(undefined, { id, kind: "password" }, { categoryId: vaultId }, claim);
        return { changes: [change], send: (sent) => call(api.vault.commit, { ...sent, changes: [change] }) };
      });
      return id;
    },
  };
}
