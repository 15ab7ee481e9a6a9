/** The platform's random bytes, as an argument to whatever generates. */

/** @param length - bytes, at most 65536. */
export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
