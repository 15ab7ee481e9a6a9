/** What the server knows of records besides their encrypted texts, in sentences; pure. */
import type { SealedRecord } from "@coffer/contract/record";
import { isItemKind, kindOf } from "@coffer/core/items/kinds";
import { plural, shortDate, shortDateTime } from "@coffer/core/text";

/** All of a record that is encrypted, each text with its name: the names are known to the server. */
export const textsOf = ({ fields, seal }: SealedRecord): readonly (readonly [name: string, text: string])[] => [
  ...Object.entries(fields),
  ["seal", seal],
];

const sizeOf = (records: readonly SealedRecord[]): string =>
  plural(
    records.flatMap(textsOf).reduce((sum, [, text]) => sum + text.length, 0),
    "character",
  );

const kindName = (kind: SealedRecord["kind"]): string =>
  kind === "category" ? "vault" : isItemKind(kind) ? kindOf(kind).words.one : "item of a later version";

/** In one line, which has to fit where the name was. */
export const briefOf = (record: SealedRecord): string =>
  [kindName(record.kind), record.favourite ? "favorite" : "", sizeOf([record]), shortDate(record.updatedAt)].filter(Boolean).join(" · ");

const yesOrNo = (is: boolean): string => (is ? "yes" : "no");

/** Every plain column of an item, with its name. */
export function factsOf(record: SealedRecord): readonly (readonly [name: string, value: string])[] {
  const { id, kind, scopeId, categoryId, favourite, autoLogin, revision, saveId, makerId } = record;
  const { createdAt, updatedAt, lastUsedAt, trashedAt } = record;
  return [
    ["Kind", kindName(kind)],
    ["Id", id],
    ["Under the key with the id", scopeId],
    ["In the vault with the id", categoryId ?? "none"],
    ...(makerId ? [["Made by the account with the id", makerId] as const] : []),
    ["Favorite", yesOrNo(favourite)],
    ["Auto-login", yesOrNo(autoLogin)],
    ["Saved", plural(revision, "time")],
    ["Id of the last save", saveId],
    ["Created", shortDateTime(createdAt)],
    ["Last saved", shortDateTime(updatedAt)],
    ["Last used", lastUsedAt === null ? "never" : shortDateTime(lastUsedAt)],
    ...(trashedAt === null ? [] : [["In the trash since", shortDateTime(trashedAt)] as const]),
  ];
}

/** What is under the overlay's heading. @param records - what of them is in sight */
export function summaryOf(records: readonly SealedRecord[], pathname: string): string {
  if (records.length === 0) return aboutPage(pathname);
  const texts = records.flatMap(textsOf).length;
  return `${plural(records.length, "record")} with ${plural(texts, "encrypted text")} of ${sizeOf(records)} in all. It knows kinds, sizes and times. It has no name, no password, and no key to read them.`;
}

const WHO_IS_IN_IT =
  "Who is in the team, with which role and since when. It cannot make anyone a member or an administrator: that takes a signature that it cannot make.";

/** Pages that show nothing of records, by the beginning of their address. */
const PAGES: readonly (readonly [start: string, says: string])[] = [
  ["/password-health", "Nothing of this page: Health is worked out on your device alone."],
  ["/sharing-center", "Who shares with whom, what kind of thing, at which level and until when. Not what it is, and no key to read it."],
  ["/team", WHO_IS_IN_IT],
  ["/manage-members", WHO_IS_IN_IT],
  ["/roles", "The roles and what each may do. It cannot make anyone an administrator: that takes a signature that it cannot make."],
  ["/settings", "Your email address, your devices and when they were used. Not your master password, nor anything that opens your vault."],
  ["/import", "Nothing that it can read: a file is read and encrypted on your device."],
];

const aboutPage = (pathname: string): string =>
  PAGES.find(([start]) => pathname.startsWith(start))?.[1] ?? "No item is here, so it has nothing to show.";
