/** Under which keys the history is not sealed again, by what the account has noted of its shared scopes. */
import { generateKey, randomBytes } from "@coffer/crypto";
import { expect, it } from "vitest";
import { isRetiredIn } from "./version-keys.ts";
import { type OwnKey, wrapTrust } from "./wrapped-trust.ts";

const SCOPE = "5f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b11";
const own: OwnKey = { accountId: "0b7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a01", keyEpoch: 1, symmetricKey: generateKey(randomBytes) };

it.each([
  ["someone who lost access may have it", { ended: { [SCOPE]: { epoch: 2, grants: {} } } }, [true, true, false]],
  ["a share has ended by its time", { until: { [SCOPE]: { grant: 1_000 } } }, [true, true, true]],
  ["a share ends later", { until: { [SCOPE]: { grant: 1_001 } } }, [false, false, false]],
  ["the server shows one that was replaced", { used: { [SCOPE]: 2 } }, [true, false, false]],
  ["nothing is noted, as by an earlier version", {}, [false, false, false]],
])("where %s", async (_, noted, retired) => {
  const trust = await wrapTrust(own, new TextEncoder().encode(JSON.stringify(noted)));
  const isRetired = await isRetiredIn(own, trust, 1_000);
  expect([1, 2, 3].map((epoch) => isRetired({ scopeId: SCOPE, epoch }))).toEqual(retired);
});
