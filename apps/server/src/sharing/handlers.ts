/** The handlers of the sharing feature. Shares concern two accounts, so each call checks itself whose rows it reads and writes. */
import type { api } from "@coffer/contract/api";
import { acrossAccounts } from "../db/row-level-security.ts";
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
    publicKey: acrossAccounts(({ email }, viewer) => publicKeyOf(deps, viewer, email)),
    allTitles: (_, viewer) => listTitles(deps, viewer),
    shareItem: acrossAccounts(({ itemId: id, itemType: kind, ...input }, viewer) => done(share(deps, viewer, { id, kind }, input))),
    shareCategory: acrossAccounts(({ categoryId: id, ...input }, viewer) => done(share(deps, viewer, { id, kind: "category" }, input))),
    sharedWithMe: acrossAccounts((_, viewer) => listShares(deps, viewer, "recipient")),
    sharedByMe: acrossAccounts((_, viewer) => listShares(deps, viewer, "sender")),
    revoke: acrossAccounts((input, viewer) => done(revoke(deps, viewer, input))),
    setExpiry: acrossAccounts((input, viewer) => done(setExpiry(deps, viewer, input))),
    setPermission: acrossAccounts((input, viewer) => done(setPermission(deps, viewer, input))),
    rotate: (input, viewer) => done(deps.db.transaction((tx) => rotate(tx, viewer, input, at()))),
    move: acrossAccounts((input, viewer) => done(deps.db.transaction((tx) => moveRecords(tx, viewer, input, at())))),
    setLinkedGrants: acrossAccounts((input, viewer) => done(setLinkedGrants(deps, viewer, input))),
    sharePassword: acrossAccounts(({ itemId: id, itemType: kind, ...input }, viewer) => done(share(deps, viewer, { id, kind }, input))),
    passwordsWithMe: acrossAccounts((_, viewer) => listShares(deps, viewer, "recipient", "password")),
    passwordsByMe: acrossAccounts((_, viewer) => listShares(deps, viewer, "sender", "password")),
    revokePassword: acrossAccounts((input, viewer) => done(revoke(deps, viewer, input, "password"))),
    setPasswordExpiry: acrossAccounts((input, viewer) => done(setExpiry(deps, viewer, input, "password"))),
  };
}
