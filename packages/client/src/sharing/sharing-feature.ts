/** The sharing feature as it is loaded (lazy-features.ts): its scopes and its API. */

export { sharingApi } from "./api.ts";
export { endVault } from "./end-vault.ts";
export { placeLinked } from "./linked-grants.ts";
export { mergeTrusts } from "./merge-trust.ts";
export { scopeToSave } from "./reconcile.ts";
export { returnItems } from "./return-items.ts";
export { openSharingSession } from "./sharing-session.ts";
