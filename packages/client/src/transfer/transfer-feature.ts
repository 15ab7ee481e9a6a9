/** The transfer feature as it is loaded (lazy-features.ts). */
export { transferApi } from "./api.ts";
