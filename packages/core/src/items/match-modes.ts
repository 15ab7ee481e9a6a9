/** How a saved web address may match a page, and what each way is called. */

export const MATCH_MODES = ["domain", "host", "starts-with", "exact", "regex", "never"] as const;
export type MatchMode = (typeof MATCH_MODES)[number];
/** How the modes are called in forms. */
export const MATCH_LABELS: Readonly<Record<MatchMode, string>> = {
  domain: "Base domain",
  host: "Host",
  "starts-with": "Starts with",
  exact: "Exact",
  regex: "Regular expression",
  never: "Never",
};
