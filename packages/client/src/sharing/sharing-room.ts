/** The sharing room as it is loaded (late-rooms.ts): its scopes and its verbs together. */
export { sharingApi } from "./api.ts";
export { openSharing } from "./opened.ts";
