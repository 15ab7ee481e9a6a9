/** The sharing feature as it is loaded (lazy-features.ts): its scopes, and what runs unasked. What a person asks for comes with the first of it. */
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import { bindLazy, loadPart } from "../lazy-load.ts";
import type { SharingContext } from "./context.ts";
import { missingShares } from "./missing-shares.ts";
import type { endVault as end, SharingVerbs } from "./sharing-verbs.ts";

export { moveBetween } from "../vault/move-records.ts";
export { placeLinked } from "./linked-grants.ts";
export { mergeTrusts } from "./merge-trust.ts";
export { scopeToSave } from "./reconcile.ts";
export { returnItems } from "./return-items.ts";
export { openSharingSession } from "./sharing-session.ts";

const verbs = () => loadPart(() => import("./sharing-verbs.ts"));

/** People delete vaults, in a page. */
export const endVault = async (...what: Parameters<typeof end>): Promise<void> => (await verbs()).endVault(...what);

const UNASKED = { missingShares };
export type SharingApi = Bound<typeof UNASKED> & SharingVerbs;

export const sharingApi = (context: SharingContext): SharingApi =>
  bindLazy(bindVerbs(context, UNASKED), async () => (await verbs()).sharingVerbs(context));
