/** Keys of a scope and its writer's signature, for tests that need no server. */

import type { SealedRecord } from "@coffer/contract/record";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import type { FieldValues } from "@coffer/core/items/item";
import type { RecordKind } from "@coffer/core/items/kinds";
import { generateId, generateIdentity, generateKey, openSigner, randomBytes, toHex } from "@coffer/crypto";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { sealRecord } from "../sync/seal-record.ts";

export async function ownScopeKeys(): Promise<ScopeKeys> {
  const signer = await openSigner((await generateIdentity()).secret);
  return scopeKeys({ key: generateKey(), scopeId: generateId(), epoch: 1, signer });
}

/** A record as a first save seals it. */
export async function sealedRecord(
  keys: ScopeKeys,
  kind: RecordKind,
  fields: FieldValues,
  more: Partial<SealedRecord> = {},
): Promise<SealedRecord> {
  const identity = { id: generateId(), kind, revision: 1, saveId: toHex(randomBytes(16)), createdAt: 1, updatedAt: 2 };
  const sealed = await sealRecord(keys, { ...identity, fields, device: "test" });
  return { ...identity, ...sealed, ...BLANK_COLUMNS, scopeId: keys.scopeId, lastUsedAt: null, trashedAt: null, ...more };
}
