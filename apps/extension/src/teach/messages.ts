/** What a user can say about a field that they point at, and the message that carries it. */
import type { FieldFingerprint, TaughtRole } from "@coffer/fill/page/taught-fields";
import type { Role } from "@coffer/fill/roles";

/** Role → what it is called, in the order of the choice. */
export const TEACHABLE = {
  username: "Username",
  "current-password": "Password",
  "new-password": "New password",
  "one-time-code": "One-time code",
  email: "Email",
  none: "Nothing to be filled in",
} as const satisfies Partial<Record<Role, string>>;

/** From our script in the page, after a choice there. */
export interface FromTeacher {
  readonly teach: TaughtRole;
}

const MOST_LETTERS = 500;
const isText = (given: unknown): given is string => typeof given === "string" && given.length <= MOST_LETTERS;

/** What comes from a page's process is checked as if a page had sent it. @returns null for what no one can have chosen. */
export function parseTaught(given: unknown): TaughtRole | null {
  if (typeof given !== "object" || given === null) return null;
  const { mark, role } = given as { mark?: unknown; role?: unknown };
  if (typeof mark !== "object" || mark === null || typeof role !== "string" || !Object.hasOwn(TEACHABLE, role)) return null;
  const { tag, name, id, at } = mark as Partial<Record<keyof FieldFingerprint, unknown>>;
  if (!isText(tag) || !/^(?:input|select|textarea)$/.test(tag) || !isText(name) || !isText(id)) return null;
  if (typeof at !== "number" || !Number.isInteger(at) || at < 0) return null;
  return { mark: { tag, name, id, at }, role: role as keyof typeof TEACHABLE };
}
