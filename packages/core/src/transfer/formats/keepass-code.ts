/** Converts the one-time code fields of KeePass and related programs to one otpauth address or setup key. */

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32Of(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replace(/\s/g, "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  } catch {
    return null; // not valid for its name: the field is kept as it is
  }
}

/** KeePass 2.47 and later: the secret in one of four encodings, with separate settings. */
const SECRETS: Readonly<Record<string, (value: string) => string | null>> = {
  "TimeOtp-Secret-Base32": (value) => value.replace(/\s/g, ""),
  "TimeOtp-Secret": (value) => base32Of(new TextEncoder().encode(value)),
  "TimeOtp-Secret-Hex": (value) => base32Of(fromHex(value)),
  "TimeOtp-Secret-Base64": (value) => {
    const bytes = fromBase64(value);
    return bytes && base32Of(bytes);
  },
};
const SETTINGS = ["TimeOtp-Length", "TimeOtp-Period", "TimeOtp-Algorithm"] as const;

export interface FoundCode {
  readonly value: string;
  /** The fields it was read from. */
  readonly keys: readonly string[];
}

/** @param strings - the fields of an entry. @returns null if it has none. */
export function codeOf(strings: ReadonlyMap<string, string>): FoundCode | null {
  const otp = strings.get("otp") ?? "";
  if (otp.trim()) return { value: otpOf(otp), keys: ["otp"] };
  for (const [key, read] of Object.entries(SECRETS)) {
    const secret = read(strings.get(key) ?? "");
    const [digits = "", period = "", algorithm = ""] = SETTINGS.map((name) => strings.get(name) ?? "");
    if (secret) return { value: addressOf({ secret, digits, period, algorithm }), keys: [key, ...SETTINGS] };
  }
  const seed = strings.get("TOTP Seed") ?? "";
  if (!seed.trim()) return null;
  const [period = "", digits = ""] = (strings.get("TOTP Settings") ?? "").split(";");
  if (digits === "S") return { value: `steam://${seed.replace(/\s/g, "")}`, keys: ["TOTP Seed", "TOTP Settings"] };
  return { value: addressOf({ secret: seed.replace(/\s/g, ""), digits, period, algorithm: "" }), keys: ["TOTP Seed", "TOTP Settings"] };
}

/** An otpauth address, or KeeOtp's "key=…&step=30&size=6". */
function otpOf(otp: string): string {
  if (!/^key=/i.test(otp.trim())) return otp;
  const query = new URLSearchParams(otp.trim());
  return addressOf({
    secret: query.get("key") ?? "",
    digits: query.get("size") ?? "",
    period: query.get("step") ?? "",
    algorithm: query.get("otpHashMode") ?? "",
  });
}

interface CodeParts {
  readonly secret: string;
  readonly digits: string;
  readonly period: string;
  readonly algorithm: string;
}

/** The bare key if all settings are the defaults. */
function addressOf({ secret, digits, period, algorithm }: CodeParts): string {
  const name = algorithm
    .replace(/^HMAC-?/i, "")
    .replace("-", "")
    .toUpperCase();
  const isUsual = (!digits || digits === "6") && (!period || period === "30") && (!name || name === "SHA1");
  const query = new URLSearchParams({ secret, ...(digits && { digits }), ...(period && { period }), ...(name && { algorithm: name }) });
  return isUsual ? secret : `otpauth://totp/?${query}`;
}
