/** What the server has of a shared scope is tried with every key that was drawn for it, and none of them stays in memory. */
import { generateKey, type SecretKey, toBase64Url } from "@coffer/crypto";
import { expect, it } from "vitest";
import { IntegrityError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import type { SharingContext } from "./context.ts";
import { restoreScope } from "./restore-shared.ts";
import { NOTHING, sealTrust } from "./trust-store.ts";

const ID = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e11";

/** @param epoch - of the key that the server has it under; the device's is the first */
async function tried(epoch: number, pull: () => Promise<void>) {
  const own = { accountId: ID, keyEpoch: 1, symmetricKey: generateKey() };
  const [first, second] = [toBase64Url(generateKey()), toBase64Url(generateKey())];
  const trust = await sealTrust(own, { ...NOTHING, keys: { [ID]: { [epoch]: first } }, drawn: { [ID]: { [epoch]: [second] } } });
  const asked: { readonly key: SecretKey; readonly text: string }[] = [];
  let closed = 0;
  const apart = async ({ key }: { readonly key: SecretKey }): Promise<Scope> => {
    asked.push({ key, text: toBase64Url(key) });
    const close = async (): Promise<void> => void closed++;
    return { pull, close } as Partial<Scope> as Scope;
  };
  const listed = { id: ID, epoch, kind: "vault", seq: 1, generation: 0, stamp: 1, own: null } as const;
  const personal = { shared: [listed], trust } as Partial<Scope> as Scope;
  const keyring = () => ({ ...own, personalScopeId: ID, encryptionKey: generateKey(), vaultKey: generateKey() });
  const context = { scope: async () => personal, keyring, apart } as Partial<SharingContext> as SharingContext;
  let repaired = 0;
  const repair = async (): Promise<void> => void repaired++;
  const scope = { keys: { scopeId: ID, epoch: 1 }, repair } as Partial<Scope> as Scope;
  const done = await restoreScope(context, scope, new Set()).then(
    () => "repaired",
    (error: Error) => error.message,
  );
  const left = asked.filter(({ key }) => key.some((byte) => byte !== 0)).length;
  return { done, texts: asked.map(({ text }) => text), drawn: [first, second], left, closed, repaired };
}
const refused = () => Promise.reject(new IntegrityError("rollback"));

it("tries the key that was kept first, then the others; where none opens it, nothing is restored and each is wiped", async () => {
  const { done, texts, drawn, left, closed } = await tried(2, refused);
  expect(done).toMatch(/not all of what you share could be brought back yet/);
  expect(texts).toEqual(drawn);
  expect([left, closed]).toEqual([0, 2]);
});

it("stays with this device's own key where that is the one that opens it", async () => {
  expect(await tried(1, async () => undefined)).toMatchObject({ done: "repaired", left: 0, closed: 1, repaired: 1 });
});

it("stays with this device's own where no other was drawn under its number, and says a broken line as it is", async () => {
  expect(await tried(1, refused)).toMatchObject({ done: "repaired", left: 0, closed: 2 });
  expect(await tried(2, () => Promise.reject(new TypeError("no connection")))).toMatchObject({ done: "no connection", left: 0, closed: 1 });
});
