/** Words in the addresses of vaults that are no ids. */

/** Items in no vault. */
export const UNASSIGNED = "unassigned";
/** All types of item in one list. */
export const EVERYTHING = "everything";
