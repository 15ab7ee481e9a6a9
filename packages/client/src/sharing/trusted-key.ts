/**
 * Whose public key something may be sealed to: the table of security design §6. Whatever seals to a person, or signs a person into a team, takes
 * a `TrustedKey`, and this file alone makes one. The server names keys; it makes none of them trusted.
 */
import { fingerprint, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { type KeyTrust, keyTrustAt, keyTrustOf, type TrustStore, withPerson } from "./trust-store.ts";

/** `pressed`: after a press that names the person. Unattended: `kept` goes into what they are in already, `given` into something new. */
type Occasion = "pressed" | "kept" | "given";

/** `pin`: go, and remember the key as unverified. `never`: a person has to press first. */
type Verdict = "go" | "pin" | "blocked" | "never";

const TABLE: Readonly<Record<KeyTrust, Readonly<Record<Occasion, Verdict>>>> = {
  verified: { pressed: "go", kept: "go", given: "go" },
  unverified: { pressed: "go", kept: "go", given: "never" },
  changed: { pressed: "blocked", kept: "blocked", given: "blocked" },
  new: { pressed: "pin", kept: "never", given: "never" },
};

/** A person as the server names them, or as a signed statement does. */
interface Person {
  readonly accountId: string;
  readonly publicKey: string;
  /** For `pressed`: the address that the person who presses has read. */
  readonly email: string;
}

/** What a statement that was verified says of this person's key: the log of a team, an own grant, the proof of an invitation's secret. */
interface SignedKey {
  /** Hex. */
  readonly fingerprint: string;
  /** Whether the person themselves has proven it, by the secret of an invitation. */
  readonly isProven: boolean;
}

/** The class is not exported: an object of any other origin is not of this type. */
class JudgedKey {
  readonly accountId: string;
  readonly publicKey: string;
  readonly email: string;
  /** Hex. */
  readonly fingerprint: string;
  readonly #isToPin: boolean;

  constructor({ accountId, publicKey, email }: Person, print: string, isToPin: boolean) {
    [this.accountId, this.publicKey, this.email, this.fingerprint, this.#isToPin] = [accountId, publicKey, email, print, isToPin];
    Object.freeze(this);
  }

  get isToPin(): boolean {
    return this.#isToPin;
  }
}

/** This public key of this person may be sealed to. */
export type TrustedKey = JudgedKey;

/** @param signed - where one names the person's key @returns why not, or the key */
export async function judgeKey(
  store: TrustStore,
  person: Person,
  occasion: Occasion,
  signed?: SignedKey,
): Promise<TrustedKey | "blocked" | "never"> {
  const print = toHex(await fingerprint(person.publicKey));
  const verdict = TABLE[await knownOf(store, person, occasion, print, signed)][occasion];
  return verdict === "go" || verdict === "pin" ? new JudgedKey(person, print, verdict === "pin") : verdict;
}

/** The store and the statement together: one that names another key counts, whatever the other says. */
async function knownOf(
  store: TrustStore,
  person: Person,
  occasion: Occasion,
  print: string,
  signed: SignedKey | undefined,
): Promise<KeyTrust> {
  // Unattended no address was asked for, and people change theirs.
  const pinned = await (occasion === "pressed" ? keyTrustAt : keyTrustOf)(store, person);
  if (pinned === "changed" || (signed && signed.fingerprint !== print)) return "changed";
  if (pinned === "verified" || signed?.isProven) return "verified";
  return signed ? "unverified" : pinned;
}

/** After a press that names the person. @throws ClientError when the key is not the known one */
export async function pressedKey(store: TrustStore, person: Person): Promise<TrustedKey> {
  const key = await judgeKey(store, person, "pressed");
  if (typeof key === "string") throw new ClientError(otherKey(person.email));
  return key;
}

const otherKey = (email: string): string =>
  `The security key that the server shows for ${email} is not the one you know. Nothing was given to it. Compare your safety numbers first.`;

/** Remembers a key that was met by a press. @returns null when there is nothing to remember */
export function withMet(store: TrustStore, { accountId, email, fingerprint: print, isToPin }: TrustedKey, now: number): TrustStore | null {
  if (!isToPin || store.people[accountId]) return null;
  return withPerson(store, accountId, { email, fingerprint: print, isVerified: false, since: now });
}
