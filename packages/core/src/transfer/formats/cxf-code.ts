/** One-time codes in the Credential Exchange Format: a record of the key and how it is used, where ours is an address (items/totp.ts). */
import { parseCode } from "../../items/totp.ts";
import { type Json, textOf } from "./json.ts";

const USUAL = { algorithm: "sha1", digits: "6", period: "30" };

/** @returns the bare key, or an address where there is more to say; null for a code that cannot be made, which importers are to leave out */
export function codeOf({ secret, algorithm, digits, period, issuer, username }: Json): string | null {
  const said = { algorithm: textOf(algorithm).toLowerCase(), digits: textOf(digits), period: textOf(period) };
  const manner = Object.entries(USUAL).flatMap(([name, usual]) => {
    const value = said[name as keyof typeof said];
    return value === "" || value === usual ? [] : [[name, value.toUpperCase()]];
  });
  const names = [textOf(issuer), textOf(username)].filter(Boolean).map(encodeURIComponent);
  const query = new URLSearchParams([["secret", textOf(secret)], ...manner, ...(issuer ? [["issuer", textOf(issuer)]] : [])]);
  const address = `otpauth://totp/${names.join(":")}?${query}`;
  if (!parseCode(address)) return null;
  return manner.length === 0 && names.length === 0 ? textOf(secret) : address;
}

/** @param value - as our field holds it @returns null for one that has no place there, as Steam's */
export function codeToWrite(value: string): Json | null {
  const code = parseCode(value);
  if (code?.alphabet !== "digits") return null;
  const { secret, algorithm, digits, period, issuer, label } = code;
  const names = { ...(label && { username: label }), ...(issuer && { issuer }) };
  return { type: "totp", secret, period, digits, algorithm: algorithm.toLowerCase(), ...names };
}
