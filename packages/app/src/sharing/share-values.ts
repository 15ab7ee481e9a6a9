/** What the dialog that shares is filled in with. */
export interface ShareValues {
  /** Team: the user's own. */
  readonly shareWith: "individual" | "team";
  readonly email: string;
  readonly permission: "read" | "write";
  /** Null for never. */
  readonly days: number | null;
  readonly ids: readonly string[];
}
