/** The parameter of a registration link: base64 of JSON with a token. Everything in it but the token is only for display; the server decides who is invited (decision S-02). */

export interface Invitation {
  readonly token: string;
  readonly email?: string;
}

/** Our links are never longer. */
const MAX_LENGTH = 4096;

/** Unpadded base64url, so that a mail program cannot break it. */
export function encodeInvitation({ token, email }: Invitation): string {
  const bytes = new TextEncoder().encode(JSON.stringify(email === undefined ? { token } : { token, email }));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/**
 * Reads either base64 alphabet, padded or not; a "+" that the query string turned into a space is restored.
 * @returns null when the link is malformed ('Invalid invitation link format.').
 */
export function parseInvitation(param: string): Invitation | null {
  if (param.length > MAX_LENGTH) return null;
  try {
    const base64 = param.trim().replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return readInvitation(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return null; // not base64, not UTF-8 or not JSON: the page reports a malformed link
  }
}

function readInvitation(value: unknown): Invitation | null {
  if (typeof value !== "object" || value === null || !("token" in value)) return null;
  const { token } = value;
  if (typeof token !== "string" || !token.trim()) return null;
  return "email" in value && typeof value.email === "string" ? { token, email: value.email } : { token };
}
