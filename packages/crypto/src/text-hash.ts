/** A synchronous hash for short texts: a call to the platform costs more than hashing some hundred bytes here, and lists need ten thousand. */
import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url, toHex, utf8 } from "./encoding.ts";

const SUM_BYTES = 16;
const encoder = new TextEncoder();

/**
 * Keep the result secret: anyone who sees it can tell whether two texts are the same.
 * @param text exactly as given; half of a surrogate pair counts as U+FFFD.
 * @returns the first 16 bytes of SHA-256 (FIPS 180-4) over its UTF-8, in base64url: 22 characters.
 */
export const hashText = (text: string): string => toBase64Url(sha256(encoder.encode(text)).subarray(0, SUM_BYTES));

/** The whole SHA-256 (FIPS 180-4) over the UTF-8 of the NFC form. @returns 64 hex characters. */
export const hashHex = (text: string): string => toHex(sha256(utf8(text)));
