/** Drafts: unsaved input, sealed on this device, so that neither a reload nor an ended session loses it. */
import { context, utf8, uuidToBytes } from "@coffer/crypto";
import { type LocalSealDeps, localSeal } from "./local-seal.ts";

/** The form and what it edits. */
interface Place {
  readonly place: string;
}

export type DraftsApi = ReturnType<typeof draftsApi>;

export function draftsApi(deps: LocalSealDeps) {
  const drafts = localSeal(deps, {
    purpose: "draft",
    slot: "draft",
    about: (accountId, place) => context("draft", uuidToBytes(accountId), utf8(place)),
  });
  return {
    keep: ({ place, value }: Place & { readonly value: unknown }): Promise<void> => drafts.keep(place, value),
    /** @returns null when there is none, or when it was sealed under keys that have been replaced. */
    find: ({ place }: Place): Promise<unknown> => drafts.find(place),
    discard: ({ place }: Place): Promise<void> => drafts.discard(place),
  };
}
