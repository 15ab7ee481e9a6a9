/** Linked profiles: several accounts of one person (security design §7). Making a link takes the keys of both accounts and proof of both mailboxes. */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { profiles as endpoints } from "@coffer/contract/profiles";
import { MEMBER } from "@coffer/core/team/roles";
import { eq, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { profileLink } from "../db/access-tables.ts";
import { bypassRls, bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import { violatedConstraint } from "../db/database-errors.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import { getAccount, insertAccount, normaliseEmail } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { proveCode, sendCode, useProof } from "./codes.ts";
import { encryptHint } from "./password-hints.ts";
import { getLink, sideOf, switchProfile, unlink } from "./profile-links.ts";

type Endpoints = typeof endpoints;
type Api = Handlers<Endpoints>;

export function profileHandlers(deps: Deps, authHash: AuthHash): Api {
  return {
    listProfiles: async (_, viewer) => ({ success: true, profiles: await listProfiles(deps, viewer) }),
    initiateProfileLink: async ({ email }, viewer) => {
      await deps.limits.count("mailAddress", viewer.address);
      // Mailed whether or not the address has an account: neither the answer nor its time tells which.
      const proof = { purpose: "profile", email, callerId: viewer.accountId } as const;
      return {
        success: true,
        ...(await sendCode(deps, proof, { name: "profileCode", language: viewer.language, isVoid: false, isKnown: true })),
      };
    },
    verifyProfileEmail: async ({ email, code, requestId }, viewer) => {
      await deps.limits.count("codeAddress", viewer.address);
      const isRight = await proveCode(deps, { purpose: "profile", email, callerId: viewer.accountId }, { code, requestId }, "use");
      if (!isRight) throw new AppError("invalid_code");
      await deps.limits.forgive("codeAddress", viewer.address);
      return { success: true };
    },
    createProfile: async (input, viewer) => {
      await createProfile(deps, authHash, input, viewer);
      return { success: true };
    },
    linkKey: async ({ id }, viewer) => ({ success: true, ...sideOf(await getLink(deps, viewer, id), viewer) }),
    switchProfile: switchProfile(deps),
    unlinkProfile: async ({ id }, viewer) => {
      await unlink(deps, viewer, id);
      return { success: true };
    },
  };
}

/** One's own first. */
async function listProfiles({ db }: Deps, viewer: Viewer): Promise<{ user_id: string; email: string }[]> {
  const own = await getAccount(db, viewer.accountId);
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    select p.id, p.email from ${profileLink} l, lateral coffer_person(case when l.existing_id = ${own.id} then l.new_id else l.existing_id end, null) p
    where ${own.id} in (l.existing_id, l.new_id) order by p.email`);
  return [own, ...rows].map(({ id, email }) => ({ user_id: id, email }));
}

/** Profiles that go back to one account, in all. */
const MAX_PROFILES = 50;

/**
 * No matter which of them makes it, it counts for the account that all of them go back to: else profiles would make profiles, and each limit per account would be none.
 * @returns the id of that account
 * @throws AppError forbidden, rate_limited
 */
async function requireRoom({ db, limits }: Deps, viewer: Viewer): Promise<string> {
  const { id, root_id: rootId } = await getAccount(db, viewer.accountId);
  const root = rootId ?? id;
  if ((await bypassRls("profiles", () => db.$count(account, eq(account.root_id, root)))) >= MAX_PROFILES)
    throw new AppError(
      "forbidden",
      `One person can have at most ${MAX_PROFILES} linked profiles. Please delete one that you no longer need.`,
    );
  await limits.count("createProfile", root);
  return root;
}

export async function createProfile(
  deps: Deps,
  authHash: AuthHash,
  input: ParsedOf<Endpoints["createProfile"]>,
  viewer: Viewer,
): Promise<void> {
  if (input.linkToUserId !== viewer.accountId) throw new AppError("forbidden");
  const { language } = viewer;
  const rootId = await requireRoom(deps, viewer);
  const at = new Date(deps.now());
  const { accountId, linkId } = input;
  const hash = await authHash.create(input.authKey);
  const hint = encryptHint(deps, accountId, input.masterPasswordHint);
  await deps.db.transaction(async (tx) => {
    const caller = await getAccount(tx, viewer.accountId, "lock");
    if (!(await useProof(deps, tx, { purpose: "profile", email: input.email, callerId: caller.id })))
      throw new AppError("email_not_proven");
    const epochs = { existing_epoch: caller.key_epoch, new_epoch: 1 };
    const texts = { for_existing: input.forExisting, for_new: input.forNew, link_auth_hash: input.linkAuthHash };
    await bypassRlsWithin("profiles", deps.db, tx, async () => {
      const made = { registration: input, roleId: MEMBER, teamId: null, authHash: hash, hint, at, isAddressProven: true, language, rootId };
      await insertAccount(tx, made);
      await tx
        .insert(profileLink)
        .values({ id: linkId, existing_id: caller.id, new_id: accountId, ...texts, ...epochs, created_at: at })
        .catch((cause: unknown) => {
          throw violatedConstraint(cause) === null ? cause : new AppError("id_taken", undefined, { cause });
        });
    });
    const added = normaliseEmail(input.email);
    await queueEmail(deps, tx, { name: "profileLinked", to: caller, values: { email: added } });
    await queueEmail(deps, tx, { name: "openedAsProfile", to: { email: added, language }, values: { email: caller.email } });
    const events = [caller.id, accountId].map((id) => ({ accountId: id, event: "profile.linked" as const }));
    await writeAudit(deps, tx, viewer, { accountId, event: "account.registered" }, ...events);
  });
  deps.log.info("profile.linked", { accountId: viewer.accountId, linkedId: accountId });
}
