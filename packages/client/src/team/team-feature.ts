/** The team feature as it is loaded (lazy-features.ts). */
export { teamApi } from "./api.ts";
export { ownLeaving } from "./signed-changes.ts";
export { TeamSession } from "./team-session.ts";
