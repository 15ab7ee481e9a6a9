/** How a saved web address can match a page, and the label of each mode. */

export const MATCH_MODES = ["domain", "host", "starts-with", "exact", "regex", "never"] as const;
export type MatchMode = (typeof MATCH_MODES)[number];
/** Labels of the modes in forms. */
export const MATCH_LABELS: Readonly<Record<MatchMode, string>> = {
  domain: "Base domain",
  host: "Host",
  "starts-with": "Starts with",
  exact: "Exact",
  regex: "Regular expression",
  never: "Never",
};
