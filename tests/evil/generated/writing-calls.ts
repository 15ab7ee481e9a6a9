/** Every call of the contract that may change something: the generator plays them all, but these, with reasons. */

import { z } from "zod";
import { allEndpoints } from "../../../packages/contract/src/all-endpoints.ts";
import type { Endpoint } from "../../../packages/contract/src/endpoint.ts";
import { ROLES, type RoleName } from "./cast.ts";
import type { Draw } from "./draw.ts";

/** What is left out changes nothing of anyone else's, or costs a slow hash a call; each is tried elsewhere. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "account.prelogin": "reads a salt",
  "account.login": "makes a session of the own account for its password: tests/evil/rows/sign-in.ts, apps/server hammering",
  "account.verifyMfa": "the same with a code: apps/server second-factor-bypass",
  "account.verifyMasterPassword": "a slow hash a call; wrong ones are counted: tests/evil/rows/stolen-token.ts",
};

export interface WritingCall {
  readonly name: string;
  readonly spec: Endpoint;
}

export const WRITING_CALLS: readonly WritingCall[] = allEndpoints()
  .map(([name, spec]) => ({ name, spec }))
  .filter(({ name, spec }) => spec.method !== "GET" && !(name in LEFT_OUT));

/** What is signed has more that can be wrong. */
const SIGNED: Readonly<Record<string, number>> = {
  entries: 12,
  leaving: 4,
  founding: 2,
  proof: 2,
  move: 6,
  records: 6,
  ownSeq: 6,
  sharedKey: 6,
  signature: 3,
  versions: 6,
};
function propertiesOf(spec: Endpoint): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(spec.input, { io: "input", unrepresentable: "any" }).properties ?? {};
}
const weightOf = ({ spec }: WritingCall): number => Math.max(1, ...Object.keys(propertiesOf(spec)).map((name) => SIGNED[name] ?? 1));

/** By feature, so that calls about teams and shares are not lost among those about the own account; and who most likely may. */
const FEATURES: Readonly<Record<string, readonly RoleName[]>> = {
  team: ["member", "administrator", "administrator", "invited", "owner"],
  sharing: ["owner", "owner", "writer", "reader", "token"],
  vault: ["owner", "writer", "reader", "token"],
  items: ["owner", "writer", "reader"],
  account: ROLES,
  transfer: ROLES,
};
const NAMES = ["team", "team", "team", "sharing", "sharing", "vault", "items", "account", "account", "transfer"] as const;
/** Those that the client loads late are about the same. */
const featureOf = ({ name }: WritingCall): string | undefined => name.replace("oldVersions.", "vault.").split(".")[0];
const weighted = (feature: string): readonly WritingCall[] =>
  WRITING_CALLS.filter((call) => featureOf(call) === feature).flatMap((call) => Array.from({ length: weightOf(call) }, () => call));
const BY_FEATURE = new Map(Object.keys(FEATURES).map((feature) => [feature, weighted(feature)]));

/** @returns a call, and who makes it */
export function drawCall(draw: Draw): { readonly call: WritingCall; readonly role: RoleName } {
  const feature = draw.one(NAMES);
  const call = draw.any(BY_FEATURE.get(feature) ?? []);
  const role = draw.any(draw.happens(60) ? (FEATURES[feature] ?? ROLES) : ROLES);
  if (!call || !role) throw new Error("A feature has no calls");
  return { call, role };
}
