/**
 * The link that turns off a second factor that was just set up: for a person whose session and master password are in other hands, but whose mailbox is not.
 *
 * Note: Bound to the secret. The token names the secret it undoes and nothing else of the account. So it works once, it ends with that second factor, and a
 * changed master password or email, which an attacker could also cause, does not invalidate it.
 */
import { AppError } from "@coffer/contract/errors";
import { UNDO_HOURS } from "@coffer/core/constants";
import { jwtVerify, SignJWT } from "jose";
import { linkTo } from "../config.ts";
import type { Deps } from "../deps.ts";
import { sha256Hex } from "../secrets.ts";
import { type AccountRow, findAccountById } from "./accounts.ts";

const AUDIENCE = "mfa-undo";
/** Behind the `#`, so that no server and no log on the way sees it. */
const PATH = "/undo-two-factor#";

/** @param account - with the second factor that the link undoes */
export async function undoLink({ config, secrets, now }: Deps, { id, mfa_secret }: AccountRow): Promise<string> {
  const at = Math.floor(now() / 1000);
  const token = await new SignJWT({ factor: fingerprint(mfa_secret) })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(id)
    .setAudience(AUDIENCE)
    .setIssuedAt(at)
    .setExpirationTime(at + UNDO_HOURS * 3_600)
    .sign(secrets.token);
  return linkTo(config, `${PATH}${token}`);
}

/** @returns the account. @throws AppError undo_link_invalid when the link is forged, late or used, or that second factor is gone */
export async function readUndoToken(deps: Deps, token: string): Promise<AccountRow> {
  const claims = await verified(deps, token);
  const account = claims && (await findAccountById(deps.db, claims.accountId));
  if (!account?.mfa_secret || fingerprint(account.mfa_secret) !== claims?.factor) throw new AppError("undo_link_invalid");
  return account;
}

async function verified({ secrets, now }: Deps, token: string): Promise<{ accountId: string; factor: unknown } | null> {
  try {
    const { payload } = await jwtVerify(token, secrets.token, { algorithms: ["HS256"], audience: AUDIENCE, currentDate: new Date(now()) });
    return payload.sub ? { accountId: payload.sub, factor: payload.factor } : null;
  } catch {
    return null; // Forged, late or not a token at all: they read alike.
  }
}

/** The secret is encrypted with a random nonce, so each time it is set up its text is another one. */
const fingerprint = (encryptedSecret: string | null): string => sha256Hex(encryptedSecret ?? "").slice(0, 32);
