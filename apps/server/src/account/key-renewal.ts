/** New keys for everything a signed-in user has: what the old master password or recovery key opened before, they no longer open. */
import type { ParsedOf } from "@coffer/contract/endpoint";
import type { settings as endpoints } from "@coffer/contract/settings";
import { eq } from "drizzle-orm";
import { getOwnScope, type Viewer } from "../access.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { endLinks, endSessions, getAccount } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { forgetDevices } from "./devices.ts";
import { encryptHint } from "./password-hints.ts";
import { lockOwn } from "./password-proof.ts";
import { replaceEverything } from "./reset.ts";

/** This session stays; every other one ends, and so do the links. @throws AppError session_expired, and what `replaceEverything` refuses */
export async function renewKeys(
  deps: Deps,
  authHash: AuthHash,
  { masterPasswordHint, ...input }: ParsedOf<(typeof endpoints)["renewKeys"]>,
  viewer: Viewer,
): Promise<void> {
  const hash = await authHash.create(input.authKey);
  const { auth_hash: before } = await getAccount(deps.db, viewer.accountId);
  const isNewPassword = !(await authHash.matches(before, input.authKey));
  await deps.db.transaction(async (tx) => {
    // The scope first, as every write of records locks it before it touches the account.
    const personal = await getOwnScope(tx, viewer, viewer.personalScopeId, "lock");
    const own = await lockOwn(tx, viewer);
    const at = new Date(deps.now());
    await replaceEverything(tx, { own, personal }, input, { hash, at });
    if (masterPasswordHint !== undefined) {
      const hint = encryptHint(deps, own.id, masterPasswordHint);
      await tx.update(account).set({ hint }).where(eq(account.id, own.id));
    }
    await endSessions(tx, own.id, at, viewer.sessionId);
    await endLinks(tx, own.id);
    if (isNewPassword) await forgetDevices(tx, own.id);
    await queueEmail(deps, tx, { name: isNewPassword ? "passwordAndKeysChanged" : "keysRenewed", to: own, values: {} });
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: "keys.renewed" });
    if (isNewPassword) await writeAudit(deps, tx, viewer, { accountId: own.id, event: "password.changed" });
  });
  deps.log.info("keys.renewed", { accountId: viewer.accountId });
}
