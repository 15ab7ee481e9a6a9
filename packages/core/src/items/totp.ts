/** One-time codes (RFC 6238): parses pasted or scanned input into settings. totp-code.ts computes the codes. */

const CODE_ALGORITHMS = ["SHA1", "SHA256", "SHA512"] as const;
type CodeAlgorithm = (typeof CODE_ALGORITHMS)[number];

export interface CodeSettings {
  /** Base32, upper case, without padding. */
  readonly secret: string;
  /** The site that asks for the code, and the account; empty for a bare setup key. */
  readonly issuer: string;
  readonly label: string;
  readonly algorithm: CodeAlgorithm;
  readonly digits: number;
  /** In seconds. */
  readonly period: number;
  /** Format of the code. Steam uses five letters. */
  readonly alphabet: "digits" | "steam";
}

const DIGITS = { min: 5, max: 8, usual: 6 };
/** In seconds. */
const PERIOD = { min: 15, max: 120, usual: 30 };
/** Five bytes. A shorter text is more likely a typed code than a setup key. */
const SETUP_KEY_MIN_LENGTH = 8;
/** RFC 4226 requires 128; the shortest keys of real sites have 80. A shorter key was probably not copied completely. */
const SETUP_KEY_MIN_BITS = 80;
const BASE32_BITS = 5;
const STEAM_DIGITS = 5;

const NOT_A_KEY = "A setup key has only the letters A to Z and the digits 2 to 7";
const TOO_SHORT = "This setup key is too short";
const WEAK_KEY = `This setup key has fewer than ${SETUP_KEY_MIN_BITS} bits, which is too few to be safe. Was it copied whole?`;
const NO_KEY = "This address has no setup key";
const COUNTER = "Codes that count instead of following the clock are not supported";
const OTHER_ADDRESS = "Please enter a setup key or an address that begins with otpauth://totp/";
const BAD_ALGORITHM = `The algorithm must be ${CODE_ALGORITHMS.slice(0, -1).join(", ")} or ${CODE_ALGORITHMS.at(-1)}`;
const BAD_DIGITS = `A code must have ${DIGITS.min} to ${DIGITS.max} digits`;
const BAD_PERIOD = `A code must last ${PERIOD.min} to ${PERIOD.max} seconds`;

/** @param value an `otpauth://totp/` address, a `steam://` address, or the bare setup key as sites print it. @returns null when it is none of these. */
export function parseCode(value: string): CodeSettings | null {
  const reading = readCode(value);
  return typeof reading === "string" ? null : reading;
}

/**
 * Validates a typed key. Stricter than `parseCode`: a weak imported key still generates its codes.
 * @returns the message to show under the field; null when it is fine or empty.
 */
export function checkCode(value: string): string | null {
  if (!value.trim()) return null;
  const reading = readCode(value);
  if (typeof reading === "string") return reading;
  return reading.secret.length * BASE32_BITS < SETUP_KEY_MIN_BITS ? WEAK_KEY : null;
}

/** "123456" becomes "123 456": two halves, easier to read out. Five characters stay together. */
export function formatCode(code: string): string {
  const half = Math.floor(code.length / 2);
  return code.length > 5 ? `${code.slice(0, half)} ${code.slice(half)}` : code;
}

/** Finds the otpauth address in the content of a QR code, or in any text. @returns null if there is no usable one. */
export function otpauthFromText(text: string): string | null {
  const whole = text.trim();
  const found = /otpauth:\/\/[^\s"'<>]+/i.exec(whole)?.[0] ?? null;
  // Names in the address may contain unencoded spaces; then only the whole text is the address.
  return [whole, found].find((address) => address !== null && ADDRESS.test(address) && parseCode(address)) ?? null;
}

/** Browsers parse addresses with unknown schemes differently, so it is parsed here. */
const ADDRESS = /^otpauth:\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?/i;
const STEAM_ADDRESS = /^steam:\/\/([^/?#]*)/i;

/** @returns the settings, or an error message. */
function readCode(value: string): CodeSettings | string {
  const text = value.trim();
  const [, type, path = "", query = ""] = ADDRESS.exec(text) ?? [];
  if (type !== undefined) return readAddress(type, path, new URLSearchParams(query));
  const steamKey = STEAM_ADDRESS.exec(text)?.[1];
  if (steamKey !== undefined) return withKey(steamKey, { ...USUAL, ...STEAM_CODE, issuer: "Steam" });
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return OTHER_ADDRESS;
  const reading = withKey(text, USUAL);
  return typeof reading === "string" || reading.secret.length >= SETUP_KEY_MIN_LENGTH ? reading : TOO_SHORT;
}

type Manner = Omit<CodeSettings, "secret">;
const USUAL: Manner = { issuer: "", label: "", algorithm: "SHA1", digits: DIGITS.usual, period: PERIOD.usual, alphabet: "digits" };
const STEAM_CODE = { digits: STEAM_DIGITS, alphabet: "steam" } as const;

function readAddress(type: string, path: string, query: URLSearchParams): CodeSettings | string {
  if (/^hotp$/i.test(type)) return COUNTER;
  if (!/^totp$/i.test(type)) return OTHER_ADDRESS;
  const algorithm = readAlgorithm(query.get("algorithm"));
  const digits = readNumber(query.get("digits"), DIGITS);
  const period = readNumber(query.get("period"), PERIOD);
  if (!algorithm) return BAD_ALGORITHM;
  if (!digits) return BAD_DIGITS;
  if (!period) return BAD_PERIOD;
  const { issuer, label } = readNames(path, query.get("issuer"));
  const isSteam = query.get("encoder")?.toLowerCase() === "steam";
  const manner: Manner = { issuer, label, algorithm, digits, period, alphabet: "digits", ...(isSteam && STEAM_CODE) };
  const key = query.get("secret") ?? "";
  return key.trim() ? withKey(key, manner) : NO_KEY;
}

function withKey(typed: string, manner: Manner): CodeSettings | string {
  const secret = typed.replace(/[\s-]/g, "").replace(/=+$/, "").toUpperCase();
  if (!/^[A-Z2-7]+$/.test(secret)) return NOT_A_KEY;
  return secret.length > 1 ? { secret, ...manner } : TOO_SHORT; // one letter is less than a byte
}

/** "SHA-256" and "hmacsha256" occur in practice. */
function readAlgorithm(text: string | null): CodeAlgorithm | null {
  if (!text) return USUAL.algorithm;
  const name = text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/^HMAC/, "");
  return CODE_ALGORITHMS.find((algorithm) => algorithm === name) ?? null;
}

function readNumber(text: string | null, { min, max, usual }: typeof DIGITS): number | null {
  if (!text) return usual;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= min && number <= max ? number : null;
}

/** "Issuer:account", encoded or not; the `issuer` parameter takes precedence over the part before the colon. */
function readNames(path: string, issuer: string | null): Pick<CodeSettings, "issuer" | "label"> {
  const [, before = "", label = ""] = /^(?:([^:]*):)?(.*)$/s.exec(decoded(path)) ?? [];
  return { issuer: (issuer || before).trim(), label: label.trim() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone "%" in a name: shown as it is
  }
}
