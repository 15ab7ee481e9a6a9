/** What the colleague of the lead shares: made in accounts.ts, opened in screens.ts. */
export const BOBS_ITEM = "The Very Long Name of an Association for the Preservation of Long Names";
export const BOBS_VAULT = "Building sites";
