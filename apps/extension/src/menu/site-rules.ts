/** What a site asks of a new password: its field says so, or a list of sites does (`public/site-rules.json`, of Apple's password-manager-resources). */
import { parseRules, rulesOfHost, type SiteRules } from "@coffer/core/passwords/site-rules";
import { packagedTable } from "../packaged-table.ts";
import type { FieldRules } from "./messages.ts";

const listed = async (host: string): Promise<string> =>
  rulesOfHost(host, await packagedTable<Readonly<Record<string, string>>>("site-rules.json")) ?? "";

/** @param page - full address. @param asked - of a page: whatever it says. */
export async function rulesFor(page: string, { rules, shortest, longest }: FieldRules): Promise<SiteRules> {
  const own = typeof rules === "string" ? rules : "";
  const text = own.trim() === "" ? await listed(new URL(page).hostname).catch(() => "") : own;
  const { min, max, ...others } = parseRules(text);
  const least = Number(shortest) || 0;
  const most = Number(longest) || Number.POSITIVE_INFINITY;
  // A field that takes less than a list says: what does not fit is cut by the browser, and the person locked out.
  return { ...others, max: Math.min(max, most), min: Math.min(Math.max(min, least), max, most) };
}
