/** The sharing room as it is loaded (lazy-features.ts): its scopes and its verbs together. */

export { sharingApi } from "./api.ts";
export { endSharing } from "./change-shares.ts";
export { placeLinked } from "./linked-grants.ts";
export { returnItems } from "./return-items.ts";
export { openSharingSession } from "./sharing-session.ts";
