/** The bytes whose hash the entry of a team's next key names: client and server must agree on them (security design §6). Apart, because a sign-in does not need them. */
import { bytesOfHex, bytesOfId, contextOf, number } from "./grant-message.ts";

/** What a key entry names the hash of: every copy in one order, no matter who lists them. @param copies - `hash`: SHA-256 of the copy's text, hex */
export function copiesMessage(teamId: string, epoch: number, copies: readonly { readonly memberId: string; readonly hash: string }[]) {
  const sorted = copies.map(({ memberId, hash }) => `${memberId.replaceAll("-", "")}${hash}`).sort();
  return contextOf("team-key-copies", [bytesOfId(teamId), number(epoch, 4), bytesOfHex(sorted.join(""))]);
}
