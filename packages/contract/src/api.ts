/** Every endpoint by feature and verb: what the client calls and the server answers. */
import { account } from "./account.ts";
import type { Endpoint } from "./endpoint.ts";
import { watch } from "./news.ts";
import { profiles } from "./profiles.ts";
import { recovery } from "./recovery.ts";
import { sessionHalf } from "./session-half.ts";
import { settings } from "./settings.ts";
import { sharing } from "./sharing.ts";
import { team } from "./team.ts";
import { transfer } from "./transfer.ts";
import { twoFactor } from "./two-factor.ts";
import { items, vault } from "./vault.ts";
import { bulk, lists, trash } from "./vault-lists.ts";
import { versions } from "./versions.ts";

export const api = {
  account: { ...account, ...twoFactor, ...recovery, ...profiles, ...settings, ...sessionHalf },
  vault: { ...vault, ...lists, ...trash, ...bulk, watch, versions },
  transfer,
  sharing,
  team,
} as const;
export { items };

/** Every endpoint in one list, for the OpenAPI document and the tests that walk them. */
export function allEndpoints(): readonly (readonly [name: string, spec: Endpoint])[] {
  const features: Record<string, Record<string, Endpoint>> = { ...api };
  for (const [kind, endpoints] of Object.entries(items)) features[`items.${kind}`] = endpoints;
  return Object.entries(features).flatMap(([feature, verbs]) =>
    Object.entries(verbs).map(([verb, spec]) => [`${feature}.${verb}`, spec] as const),
  );
}
