/** A well-formed input for any endpoint, from its schema and one value per name: for the tests that walk the whole contract. */
import { randomBytes } from "node:crypto";
import { type Endpoint, toWireCall } from "@coffer/contract/endpoint";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { z } from "zod";
import { newIdentity } from "./identities.ts";
import { grantText } from "./sharing.ts";
import { hex, id, put, sealed, wrapped } from "./world.ts";

const VALUES: Readonly<Record<string, () => unknown>> = {
  attestationObject: () => "AQID",
  authenticatorData: () => "AQID",
  authKey: () => hex(32),
  baseSeq: () => 1,
  categoryId: id,
  clientDataJSON: () => "AQID",
  copy: () => wrapped(),
  keyEpoch: () => 1,
  requestId: () => randomBytes(32).toString("base64url"),
  userHandle: () => randomBytes(16).toString("base64url"),
  changes: () => [put("note")],
  code: () => "123456",
  credEpoch: () => 2,
  accountId: id,
  encryptedKey: () => wrapped(),
  encryptedPrivateKey: () => wrapped(),
  encryptedVaultKey: () => wrapped(),
  encryptionKey: () => wrapped(),
  generation: () => 2,
  grantId: id,
  forExisting: () => wrapped(),
  forNew: () => wrapped(),
  kdfId: () => 1,
  linkAuth: () => hex(32),
  linkAuthHash: () => hex(32),
  linkId: id,
  linkToUserId: id,
  masterPasswordHint: () => null,
  name: () => "A name",
  memberUserId: id,
  message: () => "My phone is gone.",
  permissions: () => permissionsWhere(() => false),
  personalVaultId: id,
  publicKey: newIdentity,
  purged: () => [],
  records: () => [],
  reEncryptedEntries: () => [],
  recoveryAuthHash: () => hex(32),
  salt: () => hex(16),
  teamId: id,
  tempToken: () => "no such token",
  token: () => "123456",
  undoToken: () => "no such token",
  userId: id,
  email: () => "someone@example.com",
  favourite: () => true,
  file: () => wrapped(),
  half: () => hex(32),
  halfHash: () => hex(32),
  head: () => wrapped(),
  id,
  ids: () => [id()],
  passkeys: () => [],
  importId: id,
  items: () => [{ type: "note", row: 0, data: put("note") }],
  q: () => hex(32),
  restMinutes: () => 15,
  revision: () => 1,
  saveId: () => hex(16),
  scope: id,
  seal: sealed,
  seq: () => 2,
  signature: () => randomBytes(64).toString("base64url"),
  source_type: () => "chrome",
  sourceType: () => "chrome",
  total: () => 1,
  trashedAt: () => Date.UTC(2025, 3, 1),
  itemId: id,
  itemType: () => "password",
  sharedWithEmail: () => "someone@example.com",
  permissionLevel: () => "read",
  permission_level: () => "read",
  expiresAt: () => null,
  expires_at: () => null,
  shareId: id,
  sharedKey: () => grantText(),
  createdAt: () => Date.UTC(2025, 3, 1),
  epoch: () => 2,
  oldEpoch: () => 1,
  versions: () => [{ id: id(), revision: 1, saveId: hex(16), sealed: null }],
  size: () => 1,
  root: () => "00".repeat(32),
  at: () => Date.now(),
  grants: () => [],
  since: () => 1,
  entries: () => [],
  keys: () => [],
  proof: () => randomBytes(64).toString("base64url"),
  target: () => ({ scope: id(), baseSeq: 1, head: wrapped(), signature: randomBytes(64).toString("base64url") }),
  from: () => ({ scope: id(), baseSeq: 1, head: wrapped(), signature: randomBytes(64).toString("base64url") }),
  to: () => ({ scope: id(), baseSeq: 1, head: wrapped(), signature: randomBytes(64).toString("base64url") }),
};

export function exampleInput(spec: Endpoint): Record<string, unknown> {
  const { required = [], properties = {} } = z.toJSONSchema(spec.input, { io: "input", unrepresentable: "any" });
  return Object.fromEntries(
    required.map((name) => {
      // A role has a number.
      const make = isNumber(properties[name]) && name === "id" ? () => 2_000_000_000 : VALUES[name];
      if (!make) throw new Error(`examples.ts has no value for "${name}"`);
      return [name, make()];
    }),
  );
}

const isNumber = (schema: unknown): boolean => (schema as { type?: string } | undefined)?.type === "integer";

/** Path with query, and body, as the client would send that input. */
export function exampleCall(spec: Endpoint, input: Readonly<Record<string, unknown>>): { path: string; body: unknown } {
  const { url, body } = toWireCall(spec, input);
  return { path: url, body: body ?? (spec.method === "GET" ? undefined : {}) };
}
