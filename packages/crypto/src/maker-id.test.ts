import { expect, it } from "vitest";
import { deriveBoundId, isBoundId, madeMessage } from "./maker-id.ts";
import { generateId } from "./random.ts";

const print = new Uint8Array(32).fill(1);
const nonce = new Uint8Array(16).fill(2);

it("an id is bound to a key and a nonce, for ever", async () => {
  expect(await deriveBoundId(print, nonce)).toBe("90b13063-fb6a-824b-8aee-f34e7a7545d6");
  expect(await deriveBoundId(new Uint8Array(32).fill(3), nonce)).not.toBe(await deriveBoundId(print, nonce));
  expect(await deriveBoundId(print, new Uint8Array(16).fill(4))).not.toBe(await deriveBoundId(print, nonce));
});

it("is told from a random one by its version", async () => {
  expect(isBoundId(await deriveBoundId(print, nonce))).toBe(true);
  for (let tries = 0; tries < 100; tries++) expect(isBoundId(generateId())).toBe(false);
});

it("what the maker signs names the scope and the record", () => {
  const [scope, record] = [generateId(), generateId()];
  expect(madeMessage(scope, record)).not.toEqual(madeMessage(record, scope));
});
