/** What the colleague of the lead shares: made in accounts.ts, opened in screens.ts. */
export const BOBS_ITEM = "The Very Long Name of an Association for the Preservation of Long Names";
export const BOBS_VAULT = "Building sites";

/** A login of her own with earlier versions. */
export const SAVED_OFTEN = "Shop 2";
