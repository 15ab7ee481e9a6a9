/** The paper side of a recovery key: its groups, which of them are asked back, and the page that is printed or kept as a file. */

import { PRODUCT_NAME } from "@coffer/core/constants";
import { LOCALE } from "@coffer/core/text";
import { qrPath } from "./qr-path.ts";

interface KeyParts {
  /** Equal ones, which a person reads and types. */
  readonly groups: readonly string[];
  /** The two letters of check at its end, which are no group: a mistyped one shows by them. */
  readonly check: string | null;
}

export function partsOf(recoveryKey: string): KeyParts {
  const parts = recoveryKey.split("-");
  const last = parts.at(-1) ?? "";
  const isCheck = last.length < (parts[0]?.length ?? 0);
  return isCheck ? { groups: parts.slice(0, -1), check: last } : { groups: parts, check: null };
}

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

export interface Kit {
  readonly email: string;
  readonly recoveryKey: string;
  /** Where the account is, so that the paper says what it is for. */
  readonly origin: string;
  /** When it was made, for people. */
  readonly date: string;
}

/** What the paper says, on the page that is printed and in the file alike. */
export const KIT_WORDS = {
  title: `${PRODUCT_NAME} recovery kit`,
  intro: "With this key and access to your mailbox you can set a new master password without losing what you saved.",
  facts: ({ email, origin, date }: Kit): readonly (readonly [string, string])[] => [
    ["Email", email],
    ["Address", origin],
    ["Made on", date],
  ],
  key: "Recovery key",
  check: "Check",
  qr: "The same key, to scan",
  password: "Master password",
  byHand: "By hand, and only if this page is kept where no one else can reach it.",
  whatToDo: "What to do with this page",
  keeping: [
    "Keep it where only you can reach it, apart from your devices: with your passport, or in a safe.",
    "Don't photograph it, and don't send it to anyone. No one else has this key, and it cannot be shown again.",
    "When you make a new recovery key, destroy this page.",
  ],
  whenNeeded: "If you forget your master password",
  steps: ({ origin }: Kit): readonly string[] => [
    `Open ${origin}/forgot-password, type your email and choose Reset Password.`,
    "Type the six digits that are mailed to you.",
    "Choose a new master password and type the recovery key.",
  ],
} as const;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const list = (tag: "ul" | "ol", lines: readonly string[]): string =>
  `<${tag}>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</${tag}>`;

const STYLE = `body { font: 15px/1.5 system-ui, sans-serif; color: #1a1c19; max-width: 640px; margin: 48px auto; padding: 0 24px; }
h1 { font: 500 34px/1.15 Fraunces, Georgia, serif; color: #0b5d53; margin: 0 0 12px; padding-bottom: 16px; border-bottom: 2px solid #d8a545; }
h2 { font: 500 20px/1.4 Fraunces, Georgia, serif; margin: 24px 0 6px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 20px; margin: 24px 0; }
dt, small { color: #55584f; }
dd { margin: 0; overflow-wrap: anywhere; }
ul, ol { margin: 0; padding-left: 20px; }
.key { display: grid; grid-template-columns: 1fr 168px; gap: 24px; align-items: center; }
.groups { display: grid; grid-template-columns: repeat(4, 1fr); gap: 10px; padding: 0; list-style: none; font: 600 19px/1 "JetBrains Mono", ui-monospace, monospace; }
.groups li { padding: 14px 0; text-align: center; border: 1px solid #888779; border-radius: 8px; }
.groups .check { grid-column: 2 / span 2; border-style: dashed; }
.line { height: 40px; border-bottom: 1px solid #888779; }`;

/** The kit as a file: one page, complete in itself, with no script and no address outside itself. */
export function recoveryKitHtml(kit: Kit): string {
  const words = KIT_WORDS;
  const { size, path } = qrPath(kit.recoveryKey);
  const { groups: equal, check } = partsOf(kit.recoveryKey);
  const groups = equal.map((group) => `<li>${escapeHtml(group)}</li>`);
  if (check !== null) groups.push(`<li class="check"><small>${words.check}</small> ${escapeHtml(check)}</li>`);
  const facts = words.facts(kit).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<!doctype html>
<html lang="${LOCALE.slice(0, 2)}">
<head>
<meta charset="utf-8">
<title>${words.title}</title>
<style>
${STYLE}
</style>
</head>
<body>
<h1>${words.title}</h1>
<p>${words.intro}</p>
<dl>${facts.join("")}</dl>
<h2>${words.key}</h2>
<div class="key"><ol class="groups">${groups.join("")}</ol><div><svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg><small>${words.qr}</small></div></div>
<h2>${words.password}</h2>
<div class="line"></div>
<small>${words.byHand}</small>
<h2>${words.whatToDo}</h2>
${list("ul", words.keeping)}
<h2>${words.whenNeeded}</h2>
${list("ol", words.steps(kit))}
</body>
</html>
`;
}
