/** The handlers of the sharing feature. Shares concern two accounts, so each call checks itself whose rows it reads and writes. */
import type { api } from "@coffer/contract/api";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { setLinkedGrants } from "./linked-grants.ts";
import { listShares, listTitles, publicKeyOf } from "./lists.ts";
import { moveRecords, rotate } from "./moves.ts";
import { revoke, setExpiry, setPermission } from "./share-changes.ts";
import { share } from "./shares.ts";

const DONE = { success: true } as const;

export function sharingHandlers(deps: Deps): Handlers<typeof api.sharing> {
  const at = (): Date => new Date(deps.now());
  const done = async (work: Promise<void>): Promise<typeof DONE> => {
    await work;
    return DONE;
  };
  return {
    publicKey: ({ email }, viewer) => publicKeyOf(deps, viewer, email),
    allTitles: (_, viewer) => listTitles(deps, viewer),
    shareItem: ({ itemId: id, itemType: kind, ...input }, viewer) => done(share(deps, viewer, { id, kind }, input)),
    shareCategory: ({ categoryId: id, ...input }, viewer) => done(share(deps, viewer, { id, kind: "category" }, input)),
    sharedWithMe: (_, viewer) => listShares(deps, viewer, "recipient"),
    sharedByMe: (_, viewer) => listShares(deps, viewer, "sender"),
    revoke: (input, viewer) => done(revoke(deps, viewer, input)),
    setExpiry: (input, viewer) => done(setExpiry(deps, viewer, input)),
    setPermission: (input, viewer) => done(setPermission(deps, viewer, input)),
    rotate: (input, viewer) => done(deps.db.transaction((tx) => rotate(tx, viewer, input, at()))),
    move: (input, viewer) => done(deps.db.transaction((tx) => moveRecords(deps, tx, viewer, input, at()))),
    setLinkedGrants: (input, viewer) => done(setLinkedGrants(deps, viewer, input)),
    sharePassword: ({ itemId: id, itemType: kind, ...input }, viewer) => done(share(deps, viewer, { id, kind }, input)),
    passwordsWithMe: (_, viewer) => listShares(deps, viewer, "recipient", "password"),
    passwordsByMe: (_, viewer) => listShares(deps, viewer, "sender", "password"),
    revokePassword: (input, viewer) => done(revoke(deps, viewer, input, "password")),
    setPasswordExpiry: (input, viewer) => done(setExpiry(deps, viewer, input, "password")),
  };
}
