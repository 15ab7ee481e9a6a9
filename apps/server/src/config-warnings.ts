/** What an operator probably did not mean: settings that nothing reads, and an address at which no one could sign in. */
import { isLoopback } from "@coffer/core/loopback";
import { SETTINGS } from "./settings.ts";

const PREFIX = /^COFFER_/;
const NAMES = Object.keys(SETTINGS);
/** With a short name, too many settings are similar. */
const SHORT = 8;
const NEAR = 2;

/** How many letters have to be added, dropped or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const above = row;
    row = [i + 1];
    for (const [j, other] of [...b].entries())
      row.push(Math.min((above[j] ?? 0) + (letter === other ? 0 : 1), (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
  }
  return row.at(-1) ?? 0;
}

function nearest(name: string): string | undefined {
  const meant = name.toUpperCase().replace(PREFIX, "");
  const isNear = (known: string): boolean => distance(meant, known) <= (known.length < SHORT ? 0 : NEAR);
  return NAMES.filter(isNear).sort((a, b) => distance(meant, a) - distance(meant, b))[0];
}

function unread(name: string): string | null {
  const known = nearest(name);
  if (known !== undefined) return `${name} is not a setting; the setting is called ${known}.`;
  return PREFIX.test(name) ? `${name} is not a setting: docs/operations.md has them all.` : null;
}

function insecure(publicUrl: string | undefined): string | null {
  const url = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  return url?.protocol === "http:" && !isLoopback(url.hostname)
    ? `PUBLIC_URL is not secure: browsers give pages their keys only over https or on localhost, so no one could sign in at ${url.origin}.`
    : null;
}

/** @returns a sentence for each */
export function warningsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const unknown = Object.keys(env).filter((name) => !NAMES.includes(name));
  return [...unknown.map(unread), insecure(env.PUBLIC_URL?.trim())].filter((warning) => warning !== null);
}
