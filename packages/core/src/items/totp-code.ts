/**
 * Computes the code of a setup key at a given time (RFC 6238). Stateless; the caller passes the time.
 * Separate from totp.ts, because only code that shows codes needs the library: a sign-in does not wait for it.
 */
import { HOTP, Secret } from "otpauth";
import type { CodeSettings } from "./totp.ts";

export interface Code {
  readonly code: string;
  /** The next code. */
  readonly next: string;
  /** From `period` down to 1. */
  readonly secondsLeft: number;
  readonly period: number;
}

const STEAM_LETTERS = "23456789BCDFGHJKMNPQRTVWXY";
/** The number behind a code has 31 bits, which fit into ten digits. */
const WHOLE_NUMBER_DIGITS = 10;

/** @param now milliseconds since 1970, by an accurate clock: sites accept one period early or late. */
export function codeAt(settings: CodeSettings, now: number): Code {
  const seconds = Math.floor(now / 1000);
  const counter = Math.floor(seconds / settings.period);
  return {
    code: codeNumber(settings, counter),
    next: codeNumber(settings, counter + 1),
    secondsLeft: settings.period - (seconds - counter * settings.period),
    period: settings.period,
  };
}

function codeNumber({ secret, algorithm, digits, alphabet }: CodeSettings, counter: number): string {
  return WRITERS[alphabet]((length) => HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits: length, counter }), digits);
}

/** Formats the number, by alphabet. */
const WRITERS: Record<CodeSettings["alphabet"], (number: (digits: number) => string, digits: number) => string> = {
  digits: (number, digits) => number(digits),
  steam: (number, digits) => {
    let rest = Number(number(WHOLE_NUMBER_DIGITS));
    let code = "";
    for (let at = 0; at < digits; at++) {
      code += STEAM_LETTERS[rest % STEAM_LETTERS.length];
      rest = Math.floor(rest / STEAM_LETTERS.length);
    }
    return code;
  },
};
