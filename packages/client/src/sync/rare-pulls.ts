/** What a pull seldom needs, in one piece of script. */
export { verifyLongGap } from "./long-gap.ts";
export { adoptRenewedHistory } from "./renewed-history.ts";
