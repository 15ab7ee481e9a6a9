/** Opens accounts: with an invitation, or as a linked profile of a signed-in user. There is no third way. */
import type { account as endpoints } from "@coffer/contract/account";
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { profiles } from "@coffer/contract/profiles";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { requireFreshProof, type Viewer } from "../access.ts";
import type { Deps } from "../deps.ts";
import { refuseInput } from "../http/refusals.ts";
import { forgetFirstAdminLink } from "../team/first-admin.ts";
import { addressProofFor, getInvitation, useInvitation } from "../team/invitations.ts";
import { insertAccount, normaliseEmail } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { type Proof, proveCode, type SentCode, sendCode, useProof } from "./codes.ts";
import { encryptHint } from "./password-hints.ts";
import { createProfile } from "./profiles.ts";

type Registration = ParsedOf<typeof endpoints.register>;

export async function register(deps: Deps, authHash: AuthHash, input: Registration, viewer: Viewer): Promise<void> {
  if (input.linkToUserId === undefined) return registerInvited(deps, authHash, input, viewer);
  if (input.linkToUserId !== viewer.accountId) throw new AppError("forbidden");
  await requireFreshProof(viewer);
  const { token: _, is_invited: __, code: ___, requestId: ____, ...rest } = input;
  const linked = profiles.createProfile.input.safeParse(rest);
  if (!linked.success) throw refuseInput(linked.error);
  return createProfile(deps, authHash, linked.data, viewer);
}

async function registerInvited(deps: Deps, authHash: AuthHash, input: Registration, viewer: Viewer): Promise<void> {
  const at = new Date(deps.now());
  const { accountId, token = "" } = input;
  // Checked before the costly hash, and again inside the transaction, where it is used up.
  const proof = addressProofFor(deps, await getInvitation(deps.db, token, at, "read"));
  if (proof) await requireCode(deps, proof, input, viewer);
  const hash = await authHash.create(input.authKey);
  const hint = encryptHint(deps, accountId, input.masterPasswordHint);
  const roleId = await deps.db.transaction(async (tx) => {
    const invitation = await getInvitation(tx, token, at, "lock");
    if (invitation.email !== null && invitation.email !== normaliseEmail(input.email)) throw new AppError("invitation_email_mismatch");
    const { role_id, team_id, is_mailed } = invitation;
    const { language } = viewer;
    if (proof && !(await useProof(deps, tx, proof))) throw new AppError("email_not_proven");
    // An open invitation of the operator is for no address, and its account counts as before.
    const isAddressProven = is_mailed || proof !== null || invitation.email === null;
    await insertAccount(tx, { registration: input, roleId: role_id, teamId: team_id, authHash: hash, hint, at, isAddressProven, language });
    await useInvitation(deps, tx, invitation, accountId, at);
    await writeAudit(deps, tx, viewer, { accountId, event: "account.registered" });
    if (team_id !== null) await writeAudit(deps, tx, viewer, { accountId, event: "team.joined" });
    return role_id;
  });
  deps.log.info("account.registered", { accountId });
  if (roleId === SUPER_ADMIN) forgetFirstAdminLink(deps.config.dataDir);
}

/** The link may have passed through other hands: only the mailbox shows that the person who registers has the address. @throws AppError */
async function requireCode(deps: Deps, proof: Proof, { code, requestId }: Registration, viewer: Viewer): Promise<void> {
  if (code === undefined) throw new AppError("email_not_proven");
  await deps.limits.count("codeAddress", viewer.address);
  if (!(await proveCode(deps, proof, { code, requestId }, "use"))) throw new AppError("invalid_code");
  await deps.limits.forgive("codeAddress", viewer.address);
}

/** Mails that code. @throws AppError invalid_invitation, also where the link needs none; rate_limited */
export async function sendInvitationCode(deps: Deps, token: string, { address, language }: Viewer): Promise<SentCode> {
  await deps.limits.count("mailAddress", address);
  const proof = addressProofFor(deps, await getInvitation(deps.db, token, new Date(deps.now()), "read"));
  if (!proof) throw new AppError("invalid_invitation");
  return sendCode(deps, proof, { name: "invitationCode", language, isVoid: false, isKnown: false });
}
