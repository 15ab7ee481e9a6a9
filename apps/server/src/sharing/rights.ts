/** What a viewer may do in the scopes of others, as replies of the specification show it next to each record. */
import { and, eq } from "drizzle-orm";
import { isLiveGrant, type Viewer } from "../access.ts";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";

interface Right {
  readonly permission: "read" | "write";
  readonly sharedKey: string;
  /** An email. */
  readonly sharedBy: string;
}
/** By scope. */
export type Rights = ReadonlyMap<string, Right>;
export const NO_RIGHTS: Rights = new Map();

/** Of all live grants that the viewer has, or of those of one scope. Read across accounts, for the emails of the owners. */
export function rightsOf({ db, now }: Deps, viewer: Viewer, scopeId?: string): Promise<Rights> {
  return bypassRls("people", async () => {
    const { scope_id, permission, shared_key } = shareGrant;
    const rows = await db
      .select({ scopeId: scope_id, permission, sharedKey: shared_key, sharedBy: account.email })
      .from(shareGrant)
      .innerJoin(account, eq(account.id, shareGrant.sender_id))
      .where(and(isLiveGrant(viewer, new Date(now())), scopeId === undefined ? undefined : eq(scope_id, scopeId)));
    // The one that allows most comes last, and stays.
    const sorted = rows.toSorted((one, other) => Number(one.permission === "write") - Number(other.permission === "write"));
    return new Map(sorted.map(({ scopeId, ...right }) => [scopeId, right]));
  });
}
