/** Sessions: minted here and nowhere else, and asked for on every request. A token says which; the row says whether it still lives. */
import { randomUUID } from "node:crypto";
import type { account as endpoints, SessionData } from "@coffer/contract/account";
import type { Endpoint, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { SESSION_HOURS } from "@coffer/core/product";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { jwtVerify, SignJWT } from "jose";
import { permissionsOf, stranger, type Viewer } from "../access.ts";
import { identity, role, scope, session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Admit } from "../http/serve.ts";
import type { AccountRow } from "./accounts.ts";

/** Tells a session's token from tokens made for one purpose. */
const AUDIENCE = "session";
type LoginReply = ReplyOf<(typeof endpoints)["login"]>;

/** The only way to a session: every sign-in ends here, so a second factor is asked for here. */
export async function mintSession(deps: Deps, account: AccountRow): Promise<LoginReply> {
  const sessionId = randomUUID();
  const createdAt = deps.now();
  const expiresAt = createdAt + SESSION_HOURS * 3_600_000;
  const row = { id: sessionId, account_id: account.id, created_at: new Date(createdAt), expires_at: new Date(expiresAt) };
  await deps.db.insert(session).values(row);
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(account.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(createdAt / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(deps.secrets.token);
  deps.log.info("session.minted", { accountId: account.id, sessionId });
  return { success: true, data: await sessionData(deps, account, token) };
}

async function sessionData({ db }: Deps, account: AccountRow, token: string): Promise<SessionData> {
  const [row] = await db
    .select({ identity, role, scopeId: scope.id })
    .from(identity)
    .innerJoin(role, eq(role.id, account.role_id))
    .innerJoin(scope, and(eq(scope.owner_id, identity.account_id), eq(scope.kind, "personal")))
    .where(eq(identity.account_id, account.id));
  if (!row) throw new Error("An account without identity or personal scope");
  return {
    encryptedVaultKey: account.encrypted_vault_key,
    user: { id: account.id, email: account.email, name: account.name, two_factor_enabled: false },
    token,
    role_id: account.role_id,
    permissions: permissionsOf(row.role),
    team_id: account.team_id,
    personal_vault_id: row.scopeId,
    credEpoch: account.cred_epoch,
    keyEpoch: account.key_epoch,
    publicKey: row.identity.public_key,
    encryptedPrivateKey: row.identity.encrypted_private_key,
  };
}

export async function revokeSession({ db, now }: Deps, sessionId: string): Promise<void> {
  await db
    .update(session)
    .set({ revoked_at: new Date(now()) })
    .where(eq(session.id, sessionId));
}

/** Admits by an endpoint's access, counting every call against the general limit: of the account, or of the address where there is none. */
export function createAdmission(deps: Deps): Admit {
  const admitted: Record<Endpoint["access"], (request: FastifyRequest) => Promise<Viewer>> = {
    public: async (request) => {
      await deps.limits.count("general", request.ip);
      return stranger(request.ip);
    },
    "signed-in": (request) => getViewer(deps, request),
  };
  return (access, request) => admitted[access](request);
}

/** @throws AppError authentication_required without a token, session_expired with one that is not of a live session */
async function getViewer(deps: Deps, request: FastifyRequest): Promise<Viewer> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const claims = token === undefined ? null : await readToken(deps, token);
  await deps.limits.count("general", claims?.accountId ?? request.ip);
  if (token === undefined) throw new AppError("authentication_required");
  const row = claims && (await findSession(deps, claims));
  if (!claims || !row) throw new AppError("session_expired");
  return { ...claims, personalScopeId: row.personalScopeId, address: request.ip };
}

interface Claims {
  readonly accountId: string;
  readonly sessionId: string;
}

async function readToken({ secrets, now }: Deps, token: string): Promise<Claims | null> {
  try {
    const options = { algorithms: ["HS256"], audience: AUDIENCE, currentDate: new Date(now()) };
    const { payload } = await jwtVerify(token, secrets.token, options);
    return payload.sub && typeof payload.sid === "string" ? { accountId: payload.sub, sessionId: payload.sid } : null;
  } catch {
    return null; // Forged, expired or not a token at all: the three read alike.
  }
}

async function findSession({ db, now }: Deps, { accountId, sessionId }: Claims): Promise<{ personalScopeId: string } | null> {
  const [row] = await db
    .select({ personalScopeId: scope.id })
    .from(session)
    .innerJoin(scope, and(eq(scope.owner_id, session.account_id), eq(scope.kind, "personal")))
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.account_id, accountId),
        isNull(session.revoked_at),
        gt(session.expires_at, new Date(now())),
      ),
    );
  return row ?? null;
}
