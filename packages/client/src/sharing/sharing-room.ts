/** The sharing room as it is loaded (late-rooms.ts): its scopes and its verbs together. */
export { placeAlong } from "./along.ts";
export { sharingApi } from "./api.ts";
export { endSharing } from "./changing.ts";
export { giveBackSome } from "./going-home.ts";
export { openSharing } from "./opened.ts";
