/** The `token` of an invitation link: base64url of JSON (decision S-02). */

export interface InvitationLink {
  readonly token: string;
  readonly email: string;
}

export const encodeInvitation = (link: InvitationLink): string => Buffer.from(JSON.stringify(link)).toString("base64url");

export function decodeInvitation(text: string): InvitationLink | null {
  try {
    const { token, email } = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Partial<InvitationLink>;
    return typeof token === "string" ? { token, email: typeof email === "string" ? email : "" } : null;
  } catch {
    return null; // Not such a text.
  }
}
