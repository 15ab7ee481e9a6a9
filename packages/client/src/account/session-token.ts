/** The claims of a session token; the server signs it, this device only reads it. */

interface Claims {
  /** By the server's clock, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** The same; null when it is missing. */
  readonly issuedAt: number | null;
  readonly sessionId: string;
}

/** A token without an expiry counts as expired, so that the guard asks for a sign-in. */
export function readToken(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp, iat, sid } = JSON.parse(atob(payload)) as { exp?: unknown; iat?: unknown; sid?: unknown };
    return {
      expiresAt: typeof exp === "number" ? exp * 1000 : 0,
      issuedAt: typeof iat === "number" ? iat * 1000 : null,
      sessionId: String(sid),
    };
  } catch {
    return { expiresAt: 0, issuedAt: null, sessionId: "" }; // not one of our tokens
  }
}
