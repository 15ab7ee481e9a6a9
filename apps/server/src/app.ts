/** The server without a socket: every endpoint of the contract mounted on its handlers. Tests use it in process; main.ts lets it listen. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { api, items } from "@coffer/contract/api";
import { timeTravel } from "@coffer/contract/as-of";
import { AppError } from "@coffer/contract/errors";
import { oldVersions } from "@coffer/contract/old-versions";
import { passkeys } from "@coffer/contract/passkeys";
import { KIND_NAMES } from "@coffer/core/items/kinds";
import multipart from "@fastify/multipart";
import { sql } from "drizzle-orm";
import { type FastifyInstance, type FastifyRequest, type FastifyServerFactory, fastify } from "fastify";
import { createAdmission } from "./account/admission.ts";
import { createHashGate } from "./account/auth-hash.ts";
import { accountHandlers } from "./account/handlers.ts";
import { passkeyHandlers } from "./account/passkeys.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/connect.ts";
import type { Deps } from "./deps.ts";
import { createAttempts } from "./http/attempts.ts";
import { admitBodies, BODIES_OF_ONE, REPLIES_AT_ONCE } from "./http/bodies.ts";
import { allowCompression } from "./http/compression.ts";
import { createConcurrencyLimiter } from "./http/concurrency.ts";
import { createCounters, type Gather } from "./http/counters.ts";
import { finishCalls } from "./http/finish.ts";
import { addHeaders } from "./http/headers.ts";
import { createLimits } from "./http/limits.ts";
import { maintenanceMessage, refuseInMaintenance } from "./http/maintenance.ts";
import { mayWatch, serveMetrics } from "./http/metrics.ts";
import { Watching } from "./http/news.ts";
import { openApiDocument } from "./http/openapi.ts";
import { warnOfProxy } from "./http/proxy.ts";
import { refuseWith } from "./http/refusals.ts";
import { serveSecurityTxt } from "./http/security-txt.ts";
import { mountFeature, parseJsonOnly } from "./http/serve.ts";
import { createSignInQueue } from "./http/sign-in-queue.ts";
import { createSlowReaders } from "./http/slow-readers.ts";
import { serveWebApp, WEB_DIR } from "./http/static.ts";
import { warningsOf } from "./http/warnings.ts";
import { createJobs } from "./jobs/jobs.ts";
import { type Log, silentLog } from "./log.ts";
import { startMailWorker } from "./mail/mail-worker.ts";
import { readDatabaseState } from "./operator/database-state.ts";
import { deriveSecrets, hashedAddress } from "./secrets.ts";
import { sharingHandlers } from "./sharing/handlers.ts";
import { teamFeatureHandlers } from "./team/handlers.ts";
import { transferHandlers } from "./transfer/handlers.ts";
import { timeTravelHandlers } from "./vault/as-of.ts";
import { itemHandlers, vaultHandlers } from "./vault/handlers.ts";
import { oldVersionHandlers } from "./vault/old-versions.ts";
import { VERSION } from "./version.ts";

export interface AppOptions {
  readonly db: Db;
  readonly config: Config;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly log?: Log;
  /** An HTTP server that listens already; without it, the app may listen itself. */
  readonly serverFactory?: FastifyServerFactory;
  /** How long `/health` waits for the database, in milliseconds; shorter in tests. */
  readonly healthWithinMs?: number;
  /** Where the built web app is. */
  readonly webDir?: string;
  /** How `/metrics` asks the other processes of this server; without it there are none. */
  readonly gather?: Gather | undefined;
  /** Whether this process delivers emails; true unless said otherwise. */
  readonly isDelivering?: boolean;
}

/** Calls that read everything: each uses a connection of the database as long as it runs. */
const READS_AT_ONCE = 4;
/** Of one account: a vault larger than what is buffered for its reader (http/streamed-reply.ts) is read as slowly as it is taken. */
const READS_OF_ONE = 2;

export function createDeps({ db, config, now = Date.now, log = silentLog }: AppOptions): Deps {
  const secrets = deriveSecrets(config.serverSecret);
  const [limits, attempts] = [createLimits(db, secrets.limits, now), createAttempts(db, secrets.limits, now)];
  const signIns = createSignInQueue(db, secrets.limits, now);
  const concurrency = {
    hash: createHashGate(),
    read: createConcurrencyLimiter(READS_AT_ONCE),
    readOfOne: createConcurrencyLimiter(READS_OF_ONE),
    readers: createSlowReaders(),
    body: createConcurrencyLimiter(1),
    bodyOfOne: createConcurrencyLimiter(BODIES_OF_ONE),
    reply: createConcurrencyLimiter(REPLIES_AT_ONCE),
  };
  return {
    db,
    config,
    secrets,
    limits,
    attempts,
    signIns,
    concurrency,
    watching: new Watching(db, log),
    jobs: createJobs(db, log),
    log,
    now,
  };
}

/** The contract checks what comes and goes (http/serve.ts). Loading compilers of schemas that no route has would take a tenth of every start. */
const refuseSchema = (): never => {
  throw new Error("A route has no schema of its own: its endpoint in the contract says it.");
};

export async function buildApp(options: AppOptions, deps: Deps = createDeps(options)): Promise<FastifyInstance> {
  const counters = createCounters();
  const refuse = refuseWith(deps.log, (address) => hashedAddress(deps.secrets, address), counters.countRefusal);
  const app = fastify({
    genReqId: () => randomBytes(6).toString("base64url"),
    ...(options.serverFactory && { serverFactory: options.serverFactory }),
    // Of the addresses in the header, the last that no trusted proxy has.
    trustProxy: deps.config.trustedProxy.length > 0 && [...deps.config.trustedProxy],
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: refuse,
    // Each call that still comes is answered as always: `finishCalls` sees to it that the end is near.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  app.setErrorHandler(refuse);
  // Before those in flight are waited for: these would not end by themselves.
  app.addHook("preClose", () => deps.watching.end());
  finishCalls(app, deps.config.stopSeconds * 1_000, deps.log);
  counters.follow(app);
  parseJsonOnly(app);
  warnOfProxy(app, deps);
  addHeaders(app, deps.config);
  await app.register(multipart);
  await app.register(async (features) => {
    await allowCompression(features);
    mountFeatures(features, deps);
  });
  mountState(app, deps, options.healthWithinMs);
  serveMetrics(app, deps, counters, options.gather, options.healthWithinMs);
  serveSecurityTxt(app, deps.config);
  await serveWebApp(app, options.webDir ?? WEB_DIR, deps.config.publicUrl);
  const stopMail = options.isDelivering === false ? null : await startMailWorker(deps);
  app.addHook("onClose", async () => {
    // At once: a job may wait for a mail server that does not answer.
    await Promise.all([deps.jobs.stop(), stopMail?.()]);
  });
  return app;
}

function mountFeatures(app: FastifyInstance, deps: Deps): void {
  const admission = { admit: refuseInMaintenance(deps.config, createAdmission(deps)), admitBody: admitBodies(deps.concurrency) };
  mountFeature(app, admission, api.account, accountHandlers(deps));
  mountFeature(app, admission, passkeys, passkeyHandlers(deps));
  mountFeature(app, admission, timeTravel, timeTravelHandlers(deps));
  mountFeature(app, admission, api.vault, vaultHandlers(deps));
  mountFeature(app, admission, oldVersions, oldVersionHandlers(deps));
  mountFeature(app, admission, api.transfer, transferHandlers(deps));
  mountFeature(app, admission, api.sharing, sharingHandlers(deps));
  mountFeature(app, admission, api.team, teamFeatureHandlers(deps));
  for (const kind of KIND_NAMES) mountFeature(app, admission, items[kind], itemHandlers(deps, kind));
}

/** A database that was suspended does not answer at all. */
const HEALTH_WITHIN_MS = 6_000;

/** Who asks while a question is on its way gets its answer: however many ask, without a session or a limit, they take one connection of the database. */
function askOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

/** Whether the server works, and whether it is open for use; not part of the contract. */
function mountState(app: FastifyInstance, deps: Deps, healthWithinMs = HEALTH_WITHIN_MS): void {
  const isUp = askOnce(() => Promise.race([deps.db.execute(sql`select 1`), sleep(healthWithinMs, null, { ref: false })]));
  const health = async (): Promise<{ status: "ok" }> => {
    if ((await isUp()) === null) throw new AppError("unavailable");
    return { status: "ok" };
  };
  app.get("/health", health);
  app.get("/api/health", health);
  // What is to be mended does not send people away: most of the product still works.
  const ready = async (request: FastifyRequest): Promise<{ status: "ok"; warnings?: string[] }> => {
    const message = maintenanceMessage(deps.config);
    if (message !== null) throw new AppError("maintenance", message);
    const answer = await health();
    if (!mayWatch(request, deps.config)) return answer;
    const warnings = warningsOf(deps.config, await readDatabaseState(deps, healthWithinMs));
    return { ...answer, ...(warnings.length > 0 && { warnings }) };
  };
  app.get("/ready", ready);
  app.get("/health/ready", ready);
  // Asks no database: while that is away, a new process would not reach it either.
  app.get("/health/live", async () => ({ status: "ok" }));
  let document: string | null = null;
  app.get("/api/openapi.json", async (_, reply) => {
    document ??= JSON.stringify(openApiDocument(VERSION));
    return reply.type("application/json; charset=utf-8").send(document);
  });
}
