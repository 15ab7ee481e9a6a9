/** What the specified bodies contain for a shared item (specification 2 §4; V196-V198). */
import { randomBytes } from "@coffer/crypto";
import { expect, it } from "vitest";
import type { Call } from "../call.ts";
import type { ScopeRights } from "../keyring.ts";
import { ownScopeKeys } from "../testing/own-scope.ts";
import { sealWrite, sendItem } from "./record-writes.ts";

const SIGNED = { baseSeq: 1, head: "head", signature: "signature" };
const CONTENT = { kind: "password", fields: { title: "Bank" }, categoryId: null, favourite: false } as const;

it.each<[ScopeRights["kind"], object]>([
  ["personal", { isSharedUpdate: false, itemType: "password" }],
  ["item", { isSharedUpdate: true, itemType: "password" }],
  ["vault", { isSharedUpdate: true, itemType: "category" }],
])("of an item in a scope of the kind %s", async (kind, words) => {
  const keys = await ownScopeKeys();
  const sealing = { random: randomBytes, now: () => 7, device: "test" };
  const put = await sealWrite(sealing, { keys: { ...keys, rights: { ...keys.rights, kind } } }, crypto.randomUUID(), CONTENT);
  const bodies: unknown[] = [];
  const call: Call = async (_, body) => void bodies.push(body) as never;
  await sendItem(call, "password", put).send(SIGNED as never);
  expect(bodies).toEqual([expect.objectContaining(words)]);
});
