/** The specified strength of a password: five criteria of 20 points each, minus 20 if it contains the email (specification 1 §5; decisions S-11, S-13). */

/** The symbols that count (specification 1 §5); "_" and "+" do not. */
export const STRENGTH_SYMBOLS = '!@#$%^&*(),.?":{}|<>';
/** Minimum length for the length criterion. */
const STRONG_LENGTH = 12;
export const ALL_REQUIREMENTS_MET = "Password meets all requirements";
/** By the contained part of the identity; the first is specified. */
const IDENTITY_HINTS = {
  email: "Password should not contain your email",
  username: "Password should not contain the username",
} as const;
const POINTS = 20;
/** A shorter local part, as in "al@example.com", occurs in too many words. */
const LOCAL_PART_MIN_LENGTH = 3;

/** A code: it is sealed into items and compared, so it is the same in every language. */
export type StrengthLabel = "Very Weak" | "Weak" | "Fair" | "Strong" | "Very Strong";

/** The highest score of each label, in order. */
const LABELS: readonly (readonly [upTo: number, StrengthLabel])[] = [
  [20, "Very Weak"],
  [40, "Weak"],
  [60, "Fair"],
  [80, "Strong"],
  [100, "Very Strong"],
];

const CRITERIA = {
  length: { hint: "At least 12 characters long", test: (password: string) => Array.from(password).length >= STRONG_LENGTH },
  number: { hint: "At least 1 number", test: (password: string) => /\d/.test(password) },
  lowercase: { hint: "At least 1 lowercase letter", test: (password: string) => /\p{Ll}/u.test(password) },
  uppercase: { hint: "At least 1 uppercase letter", test: (password: string) => /\p{Lu}/u.test(password) },
  symbol: {
    hint: "At least 1 special character",
    test: (password: string) => Array.from(password).some((character) => STRENGTH_SYMBOLS.includes(character)),
  },
} as const;
export type Criterion = keyof typeof CRITERIA;

export const meets = (password: string, criterion: Criterion): boolean => CRITERIA[criterion].test(password);

export interface Identity {
  readonly email?: string;
  readonly username?: string;
}

export interface Strength {
  /** 0 to 100. */
  readonly score: number;
  readonly label: StrengthLabel;
  /** Unmet criteria, in the order of the specification. */
  readonly unmet: string[];
  readonly met: boolean;
}

/** @param identity - what the password must not contain; empty values are ignored. */
export function scorePassword(password: string, identity: Identity = {}): Strength {
  const criteria = Object.values(CRITERIA);
  const unmet = criteria.filter(({ test }) => !test(password)).map(({ hint }) => hint as string);
  const held = heldIdentity(password, identity);
  const points = (criteria.length - unmet.length - (held ? 1 : 0)) * POINTS;
  const score = Math.max(0, points);
  if (held) unmet.push(IDENTITY_HINTS[held]);
  return { score, label: labelOf(score), unmet, met: score === 100 };
}

const labelOf = (score: number): StrengthLabel => LABELS.find(([upTo]) => score <= upTo)?.[1] ?? "Very Strong";

/** Whether it contains the email, its local part or the user name, ignoring case. */
export const containsIdentity = (password: string, identity: Identity): boolean => heldIdentity(password, identity) !== null;

/** The part of the identity that a password contains; the email if both. */
function heldIdentity(password: string, { email = "", username = "" }: Identity): keyof Identity | null {
  const [local = "", domain] = email.trim().split("@");
  const text = password.toLowerCase();
  const holds = (part: string): boolean => part !== "" && text.includes(part.toLowerCase());
  if (holds(email.trim()) || holds(domain && local.length >= LOCAL_PART_MIN_LENGTH ? local : "")) return "email";
  return holds(username.trim()) ? "username" : null;
}
