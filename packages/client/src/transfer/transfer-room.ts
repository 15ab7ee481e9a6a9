/** The transfer room as it is loaded (late-rooms.ts). */
export { transferApi } from "./api.ts";
