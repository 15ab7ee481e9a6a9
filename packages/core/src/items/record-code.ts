/** The byte of a kind in heads. Apart from KINDS, which the sign-in page loads too. */
import { type AnyKind, isItemKind, KINDS, laterCode } from "./kinds.ts";

/** The code of a vault (category) in heads, in addition to those of the kinds. */
export const VAULT_CODE = 6;

/** @throws RangeError for an invalid kind. */
export function recordCode(kind: AnyKind): number {
  if (kind === "category") return VAULT_CODE;
  const code = isItemKind(kind) ? KINDS[kind].code : laterCode(kind);
  if (code === null) throw new RangeError("no kind");
  return code;
}
