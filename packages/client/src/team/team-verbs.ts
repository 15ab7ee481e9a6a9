/** What people ask the team feature for, as it is loaded (team-feature.ts). */
export { teamVerbs } from "./api.ts";
export { ownLeaving } from "./signed-changes.ts";
