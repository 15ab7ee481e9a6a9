/** The team room as it is loaded (late-rooms.ts). */
export { teamApi } from "./api.ts";
export { TeamKeeper } from "./keeper.ts";
