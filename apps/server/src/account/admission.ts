/** Who is asking: every request is admitted here, by its endpoint's access, before a byte of its body is read. */

import type { Endpoint } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { KEY_PROOF_HEADER, keyProofMessage } from "@coffer/contract/session-half";
import { deviceName } from "@coffer/core/account/device-name";
import { FRESH_PROOF_MINUTES } from "@coffer/core/constants";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { jwtVerify } from "jose";
import { anonymousViewer, type Viewer } from "../access.ts";
import { isWithin } from "../clock.ts";
import { scope, session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { languageOf } from "../http/language.ts";
import { limitedAddress } from "../http/network.ts";
import type { Admit } from "../http/serve.ts";
import { identityOf } from "../vault/heads.ts";
import { isMessageSignedBy } from "../vault/signed-head.ts";
import { isHalfExpired, NO_HALF, USED_EVERY_MS } from "./session-half.ts";
import { SESSION_AUDIENCE } from "./sessions.ts";
import { readTempToken } from "./temp-tokens.ts";

const FRESH_PROOF_MS = FRESH_PROOF_MINUTES * 60_000;

interface Claims {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Counts every call against the general limit: of the session, so that a stolen one uses up nothing of its owner's others, or of the address where there is none. */
export function createAdmission(deps: Deps): Admit {
  const admitted: Record<Endpoint["access"], (request: FastifyRequest) => Promise<Viewer>> = {
    public: async (request) => {
      await deps.limits.count("general", limitedAddress(request.ip));
      // A session sent along is accepted (registration of a linked profile). An expired or locked one makes an anonymous viewer, not a refusal.
      const viewer = await findViewer(deps, request, await readClaims(deps, request));
      return viewer === null || viewer.isLocked ? anonymousViewer(callerOf(request)) : viewer;
    },
    "signed-in": async (request) => {
      const claims = await readClaims(deps, request);
      await deps.limits.count("general", claims?.sessionId ?? limitedAddress(request.ip));
      return requireViewer(request, await findViewer(deps, request, claims));
    },
    recovery: async (request) => {
      await deps.limits.count("general", limitedAddress(request.ip));
      return requireViewer(request, await findRecovering(deps, request));
    },
  };
  return (access, request) => admitted[access](request);
}

/** What a request says of its caller, with a session or without. */
const callerOf = ({ ip, headers }: FastifyRequest): Pick<Viewer, "address" | "device" | "language"> => ({
  address: limitedAddress(ip),
  device: deviceName(headers["user-agent"]),
  language: languageOf(headers),
});
const tokenOf = (request: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];

/** @throws AppError authentication_required without a token; session_expired when the token is not, or no longer, valid for this call */
function requireViewer(request: FastifyRequest, viewer: Viewer | null): Viewer {
  if (viewer) return viewer;
  throw new AppError(tokenOf(request) === undefined ? "authentication_required" : "session_expired");
}

async function readClaims({ secrets, now }: Deps, request: FastifyRequest): Promise<Claims | null> {
  const token = tokenOf(request);
  if (token === undefined) return null;
  try {
    const options = { algorithms: ["HS256"], audience: SESSION_AUDIENCE, currentDate: new Date(now()) };
    const { payload } = await jwtVerify(token, secrets.token, options);
    return payload.sub && typeof payload.sid === "string" ? { accountId: payload.sub, sessionId: payload.sid } : null;
  } catch {
    return null; // Forged, expired or not a token at all: the three read alike.
  }
}

async function findViewer(deps: Deps, request: FastifyRequest, claims: Claims | null): Promise<Viewer | null> {
  if (claims === null) return null;
  const at = new Date(deps.now());
  const isLive = and(
    eq(session.id, claims.sessionId),
    eq(session.account_id, claims.accountId),
    isNull(session.revoked_at),
    gt(session.expires_at, at),
  );
  const [row] = await deps.db
    .select({ personalScopeId: scope.id, session })
    .from(session)
    .innerJoin(scope, and(eq(scope.owner_id, session.account_id), eq(scope.kind, "personal")))
    .where(isLive);
  if (!row) return null;
  const showsKeys = (): Promise<boolean> => areKeysShown(deps, request, claims);
  const isExpired = isHalfExpired(row.session, at.getTime());
  const isNoted = (time: Date | null): boolean => time !== null && isWithin(USED_EVERY_MS, time, at.getTime());
  const isShown = row.session.is_guarded && !isNoted(row.session.shown_at) && (await showsKeys());
  if (isShown || !isNoted(row.session.last_used_at)) {
    // This call may be the first one after the device was idle too long: then its half of the key is dropped here.
    const used = { last_used_at: at, ...(isShown && { shown_at: at }), ...(isExpired && NO_HALF) };
    await deps.db.update(session).set(used).where(eq(session.id, claims.sessionId));
  }
  const { proven_at: provenAt, is_guarded: isGuarded, half } = row.session;
  const hasFreshProof = provenAt !== null && isWithin(FRESH_PROOF_MS, provenAt, at.getTime());
  const isShut = isGuarded && (half === null || isExpired);
  const isLocked = isShut && !(await showsKeys());
  return { ...claims, ...callerOf(request), personalScopeId: row.personalScopeId, hasFreshProof, isGuarded, showsKeys, isLocked };
}

async function areKeysShown({ db }: Deps, { headers }: FastifyRequest, { accountId, sessionId }: Claims): Promise<boolean> {
  const shown = headers[KEY_PROOF_HEADER];
  return typeof shown === "string" && isMessageSignedBy(await identityOf(db, accountId), keyProofMessage(accountId, sessionId), shown);
}

/** A person who has proven their mailbox, for the calls of a reset only. There is no session, so asking for one is refused. */
async function findRecovering(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const token = tokenOf(request);
  const account = token === undefined ? null : await readTempToken(deps, "recovery", token);
  if (!account) return null;
  if (account.disabled_at !== null) throw new AppError("account_disabled");
  const [own] = await deps.db
    .select({ id: scope.id })
    .from(scope)
    .where(and(eq(scope.owner_id, account.id), eq(scope.kind, "personal")));
  if (!own) return null;
  const viewer = anonymousViewer(callerOf(request));
  return Object.defineProperties(viewer, {
    accountId: { value: account.id },
    personalScopeId: { value: own.id },
  });
}
