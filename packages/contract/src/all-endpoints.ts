/** All endpoints, also those that the client loads late. */
import { api, items } from "./api.ts";
import { timeTravel } from "./as-of.ts";
import type { Endpoint } from "./endpoint.ts";
import { oldVersions } from "./old-versions.ts";
import { passkeys } from "./passkeys.ts";

/** Every endpoint in one list, for the OpenAPI document and the tests that walk them. */
export function allEndpoints(): readonly (readonly [name: string, spec: Endpoint])[] {
  const features: Record<string, Record<string, Endpoint>> = { ...api, vault: { ...api.vault, ...timeTravel }, passkeys, oldVersions };
  for (const [kind, endpoints] of Object.entries(items)) features[`items.${kind}`] = endpoints;
  return Object.entries(features).flatMap(([feature, verbs]) =>
    Object.entries(verbs).map(([verb, spec]) => [`${feature}.${verb}`, spec] as const),
  );
}
