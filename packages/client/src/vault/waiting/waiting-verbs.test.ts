/** The verbs over edits that wait: what is said where this device cannot read them. */
import { generateKey, randomBytes } from "@coffer/crypto";
import { expect, it } from "vitest";
import { memoryKeyStore } from "../../device/store.ts";
import { ConnectionError } from "../../errors.ts";
import type { Keyring } from "../../keyring.ts";
import type { VaultContext } from "../context.ts";
import { keepEdits } from "./waiting-verbs.ts";

const ID = "a0000000-7f1e-4a52-9d21-5f1f0c9a7e11";
const key = generateKey();
const keyring: Keyring = { accountId: ID, personalScopeId: ID, keyEpoch: 1, encryptionKey: key, symmetricKey: key, vaultKey: key };

it("a pull that fails says why, also where what waits on this device cannot be read", async () => {
  const [keys, noAnswer] = [memoryKeyStore(), new ConnectionError("ask")];
  const scope = { pull: () => Promise.reject(noAnswer) };
  const own = { keys, random: randomBytes, now: () => 9, keyring: () => keyring, shown: {}, scope: async () => scope };
  const verbs: { pull?: () => Promise<unknown> } = {};
  await keepEdits(own as unknown as VaultContext, verbs, { onChange: () => undefined, onSent: () => undefined });
  const pulled = () => expect(verbs.pull?.()).rejects.toBe(noAnswer);
  await pulled();
  Object.assign(keys, { alone: () => Promise.reject(new Error("The disk is gone")) });
  await pulled();
});
