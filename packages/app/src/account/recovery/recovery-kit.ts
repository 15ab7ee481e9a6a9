/** The paper side of a recovery key: its groups, which of them are asked back, and the page that is printed or kept as a file. */
import { PRODUCT_NAME } from "@coffer/core/product";

export const groupsOf = (recoveryKey: string): readonly string[] => recoveryKey.split("-");

/**
 * Two different groups to type again, in their order.
 * @param random - random bytes; only the first two are used.
 */
export function pickGroups(count: number, random: Uint8Array): readonly [number, number] {
  const first = (random[0] ?? 0) % count;
  const other = (first + 1 + ((random[1] ?? 0) % (count - 1))) % count;
  return first < other ? [first, other] : [other, first];
}

/** Whether what was typed is the group; case and spaces do not matter. */
export const sameGroup = (typed: string, group: string): boolean => typed.replace(/[\s-]/g, "").toUpperCase() === group.toUpperCase();

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * One page that stands alone: no script, no address outside itself.
 * @param origin - where the account is, so that the paper says what it is for.
 */
export function recoveryKitHtml(kit: { email: string; recoveryKey: string; origin: string; date: string }): string {
  const groups = groupsOf(kit.recoveryKey)
    .map((group) => `<li>${escapeHtml(group)}</li>`)
    .join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${PRODUCT_NAME} recovery kit</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1c19; max-width: 640px; margin: 48px auto; padding: 0 24px; }
h1 { font: 500 34px/1.15 Fraunces, Georgia, serif; color: #0b5d53; margin: 0 0 12px; padding-bottom: 16px; border-bottom: 2px solid #d8a545; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 20px; margin: 28px 0; }
dt { color: #5e6157; }
dd { margin: 0; overflow-wrap: anywhere; }
ol { display: grid; grid-template-columns: repeat(3, 1fr); gap: 10px; margin: 12px 0 28px; padding: 0; list-style: none; font: 600 20px/1 "JetBrains Mono", ui-monospace, monospace; }
li { padding: 14px 0; text-align: center; border: 1px solid #888779; border-radius: 8px; }
p { margin: 0 0 12px; }
</style>
</head>
<body>
<h1>${PRODUCT_NAME} recovery kit</h1>
<p>With this key and access to your mailbox you can set a new master password without losing what you saved.</p>
<dl>
<dt>Account</dt><dd>${escapeHtml(kit.email)}</dd>
<dt>Server</dt><dd>${escapeHtml(kit.origin)}</dd>
<dt>Made on</dt><dd>${escapeHtml(kit.date)}</dd>
</dl>
<strong>Recovery key</strong>
<ol>${groups}</ol>
<p>Print this page or keep the file where only you can reach it, apart from your devices. Nobody else has this key, and it cannot be shown again.</p>
</body>
</html>
`;
}
