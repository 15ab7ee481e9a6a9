/** What a site asks of a new password: its field says so, or a list of sites does (`public/site-rules.json`, of Apple's password-manager-resources). */
import { parseRules, rulesOfHost, type SiteRules } from "@coffer/core/passwords/site-rules";
import type { FieldRules } from "./messages.ts";

/** A file of its own: read where someone makes a password, and no part of the worker's memory otherwise. */
async function listed(host: string): Promise<string> {
  const table = (await (await fetch(chrome.runtime.getURL("site-rules.json"))).json()) as Readonly<Record<string, string>>;
  return rulesOfHost(host, table) ?? "";
}

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
