/** What Health can find, without a word of it: what every save has to know. The words are in findings.ts. */

/** Heaviest first, in the order of the page. When one of these fields changes, the finding is no longer ignored. */
export const ABOUT = {
  breached: ["password"],
  weak: ["password"],
  reused: ["password"],
  expired: ["expiration_date"],
  http: ["website_url", "more_urls"],
  noCode: ["website_url", "totp"],
  duplicate: ["website_url", "username", "password"],
  expiring: ["expiration_date"],
  old: ["password"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FindingName = keyof typeof ABOUT;
export const FINDING_NAMES = Object.keys(ABOUT) as readonly FindingName[];

/** The item field that lists ignored findings: sealed with the item. */
export const IGNORED_FIELD = "ignored_findings";
