/**
 * What a recipient may do, in words: View or Edit. The specification gives two places words of their own, which stay as they are: the list of
 * what the user shares, and the dialog that shares (decision C-02).
 */
export const LEVELS = {
  read: { word: "View", listed: "Read", asked: "View Only", means: "Can view and copy, but not edit anything." },
  write: { word: "Edit", listed: "Write", asked: "View & Edit", means: "Can also edit and delete. You can restore what they delete." },
} as const;

export type Level = keyof typeof LEVELS;

/** The lesser first. */
export const LEVEL_NAMES = ["read", "write"] as const satisfies readonly Level[];
