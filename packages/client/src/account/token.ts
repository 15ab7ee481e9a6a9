/** What a session's token says; the server signs it, and this device only reads it. */

interface Claims {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly sessionId: string;
}

/** A token without a time is taken to have run out, so that the guard asks for a sign-in. */
export function readToken(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp, sid } = JSON.parse(atob(payload)) as { exp?: unknown; sid?: unknown };
    return { expiresAt: typeof exp === "number" ? exp * 1000 : 0, sessionId: String(sid) };
  } catch {
    return { expiresAt: 0, sessionId: "" }; // not a token of ours
  }
}
