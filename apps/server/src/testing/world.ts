/** A whole server in process for tests: real PostgreSQL (one per run, a database per app), a clock that moves when told, no socket. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { KEY_PROOF_HEADER } from "@coffer/contract/session-half";
import { asc, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { FastifyInstance, InjectOptions } from "fastify";
import { Pool } from "pg";
import { buildApp, createDeps } from "../app.ts";
import type { Config } from "../config.ts";
import { outbox } from "../db/access-tables.ts";
import type { Db } from "../db/connect.ts";
import { usePreparedStatements } from "../db/prepared-statements.ts";
import { RowSecurityPool } from "../db/row-level-security.ts";
import { patience } from "../db/sessions.ts";
import { invitation } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { decryptForServer, sha256Hex } from "../secrets.ts";
import { testConfig } from "./config.ts";
import { asProduct, newDatabase, openTestPool, withoutReports } from "./databases.ts";
import { firstHead, newIdentity, type Stored, writeAfter } from "./identities.ts";

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, unknown>>;
}
/** A reply of whatever shape; a test says what it expects of it. */
type Body = Readonly<Record<string, unknown>>;
/** A body as the type that the test expects of it. */
export const bodyAs = <T>(body: unknown): T => body as T;

interface Caller {
  readonly token?: string;
  /** What shows that the caller has the keys of the session. */
  readonly keyProof?: string | undefined;
  readonly address?: string;
  /** What its browser sends by itself. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An email as it is in the outbox. */
interface Email {
  readonly name: string;
  readonly to: string;
  readonly language: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface Server {
  readonly deps: Deps;
  /** What was written to an address, oldest first; emails that go nowhere are left out. */
  readonly emails: (to: string) => Promise<Email[]>;
  /** The code of the newest email to an address. */
  readonly mailedCode: (to: string) => Promise<string>;
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly pool: Pool;
  readonly clock: { now: number };
  readonly call: (method: string, path: string, body?: unknown, caller?: Caller) => Promise<Answer>;
  readonly invite: (options?: { email?: string; roleId?: number; hours?: number }) => Promise<string>;
  /** Registers and signs in. @param headers - what the browser sends with both */
  readonly join: (email: string, roleId?: number, headers?: Caller["headers"]) => Promise<Person>;
}

export interface Person {
  readonly email: string;
  readonly authKey: string;
  readonly accountId: string;
  readonly scopeId: string;
  readonly token: string;
  /** Of the device that it signed in on. */
  readonly deviceToken: string;
  /** What it was registered with. */
  readonly form: ReturnType<typeof registration>;
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Gives the master password again, as it was registered. */
  readonly prove: () => Promise<Answer>;
  /** The present state of the scope. */
  readonly stored: () => Promise<Stored>;
  /** The same call with a head that follows the newest one and its signature; `body` overrides both. */
  readonly write: (method: string, path: string, body?: object) => Promise<Answer>;
  /** The same call in a session of its own, for when the first one is over. */
  readonly freshly: Person["call"];
  /** Changes of the personal scope. */
  readonly commit: (...changes: readonly unknown[]) => Promise<Answer>;
}

export interface World {
  readonly dataDir: string;
  /**
   * @param config - differences from the usual
   * @param hasRowSecurity - whether row-level security binds the product: without it, tests notice a hole in the checks in code
   */
  server(config?: Partial<Config>, hasRowSecurity?: boolean): Promise<Server>;
  end(): Promise<void>;
}

export const hex = (bytes: number): string => randomBytes(bytes).toString("hex");
export const id = (): string => randomUUID();
/** Texts of the right shape; the server cannot tell them from real ones. */
export const sealed = (): string => `2.${randomBytes(60).toString("base64url")}`;
export const wrapped = (bytes = 150): string => `1.${randomBytes(bytes).toString("base64url")}`;

/** A change that writes a record. */
export function put(kind: string, more: Record<string, unknown> = {}): Record<string, unknown> & { id: string } {
  const fields = kind === "password" ? { title: sealed(), encrypted_username: sealed() } : { name: sealed() };
  return { op: "put", id: id(), kind, revision: 1, saveId: hex(16), seal: sealed(), fields, ...BLANK_COLUMNS, ...more };
}

export function registration(email: string, token: string) {
  const publicKey = newIdentity();
  const personalVaultId = id();
  return {
    email,
    token,
    authKey: hex(32),
    encryptedVaultKey: wrapped(),
    encryptedKey: wrapped(),
    masterPasswordHint: null,
    is_invited: true,
    accountId: id(),
    kdfId: 1,
    salt: hex(16),
    recoveryAuthHash: hex(32),
    publicKey,
    encryptedPrivateKey: wrapped(),
    personalVaultId,
    ...firstHead(publicKey, personalVaultId),
  };
}

export async function openWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-test-"));
  const closers: (() => Promise<void>)[] = [];
  const server: World["server"] = async (config = {}, hasRowSecurity = false) => {
    const database = await newDatabase();
    // A test that writes a hundred thousand rows waits for them, also on a busy machine.
    const pool = new Pool({ connectionString: database.url, ...patience({ statement_timeout: 60_000 }) });
    const secured = hasRowSecurity
      ? new RowSecurityPool(
          { connectionString: asProduct(database.url), ...patience() },
          openTestPool({ connectionString: database.url, allowExitOnIdle: true, idleTimeoutMillis: 1_000 }),
        )
      : null;
    // A connection that was still closing when its database was dropped reports it; the test is over then.
    for (const one of [pool, secured]) if (one) usePreparedStatements(withoutReports(one));
    const made = await makeServer({ pool, secured }, dataDir, config);
    closers.push(async () => {
      await made.app.close();
      await Promise.all([pool.end(), secured?.end()]);
      await database.drop();
    });
    return made;
  };
  const end = async (): Promise<void> => {
    for (const close of closers) await close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, server, end };
}

interface Pools {
  /** The test's own, which sees every row. */
  readonly pool: Pool;
  /** The product's, if it is to see what row-level security shows it. */
  readonly secured: RowSecurityPool | null;
}

async function makeServer({ pool, secured }: Pools, dataDir: string, config: Partial<Config>): Promise<Server> {
  const db = drizzle(pool);
  const clock = { now: Date.UTC(2025, 3, 1) };
  const options = { db, config: { ...testConfig(dataDir), ...config }, now: () => clock.now, isDelivering: false };
  const deps = createDeps(options);
  const app = await (secured ? buildApp({ ...options, db: drizzle(secured) }) : buildApp(options, deps));
  const call: Server["call"] = async (method, path, body, caller = {}) => {
    const headers = {
      ...(caller.token && { authorization: `Bearer ${caller.token}` }),
      ...(caller.keyProof && { [KEY_PROOF_HEADER]: caller.keyProof }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...caller.headers,
    };
    const options = { method, url: `/api${path}`, headers, remoteAddress: caller.address ?? "192.0.2.1" } as InjectOptions;
    const payload = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const reply = await app.inject(body === undefined ? options : { ...options, payload });
    return { status: reply.statusCode, body: JSON.parse(reply.body || "null") as Body, headers: reply.headers };
  };
  const invite: Server["invite"] = async ({ email, roleId = 3, hours = 24 } = {}) => {
    const token = hex(16);
    const times = { created_at: new Date(clock.now), expires_at: new Date(clock.now + hours * 3_600_000) };
    await db.insert(invitation).values({ id: id(), token_hash: sha256Hex(token), email: email ?? null, role_id: roleId, ...times });
    return token;
  };
  const join: Server["join"] = async (email, roleId = 3, headers = {}) => {
    const form = registration(email, await invite({ roleId }));
    const registered = await call("POST", "/users/register", form, { headers });
    if (registered.status !== 200) throw new Error(`registration: ${JSON.stringify(registered.body)}`);
    const { authKey, accountId, personalVaultId: scopeId } = form;
    const deviceToken = hex(32);
    const reply = await call("POST", "/users/login", { email, authKey, deviceToken }, { headers });
    const { token } = reply.body.data as { token: string };
    const asked: Person["call"] = (method, path, body) => call(method, path, body, { token });
    const prove = () => asked("POST", "/export/verify-master-password", { authKey, reason: "change" });
    const own = { email, authKey, accountId, scopeId, token, deviceToken, form };
    const freshly: Person["call"] = async (method, path, body) => {
      const { data } = (await call("POST", "/users/login", { email, authKey })).body as { data: { token: string } };
      return call(method, path, body, { token: data.token });
    };
    return { ...own, prove, freshly, ...callsOf(pool, own, asked) };
  };
  return { app, db, pool, clock, call, invite, join, deps, ...mailbox(deps) };
}

/** What a person's own device does: it knows the scope's newest head and has the identity. */
function callsOf(pool: Pool, { scopeId, form }: Pick<Person, "scopeId" | "form">, call: Person["call"]) {
  const stored = async (): Promise<Stored> => {
    const { rows } = await pool.query(
      "select s.id, s.seq::int, s.generation, h.head from scope s join head h on h.scope_id = s.id and h.seq = s.seq where s.id = $1",
      [scopeId],
    );
    return rows[0] as Stored;
  };
  const write: Person["write"] = async (method, path, body = {}) =>
    call(method, path, { ...writeAfter(form.publicKey, await stored()), ...body });
  const commit: Person["commit"] = (...changes) => write("POST", "/vault/commit", { scope: scopeId, changes });
  return { call, stored, write, commit };
}

function mailbox({ db, secrets }: Deps): Pick<Server, "emails" | "mailedCode"> {
  const emails: Server["emails"] = async (to) => {
    // The test clock does not move between two emails of one test; their order in the table does.
    const rows = await db.select().from(outbox).orderBy(asc(outbox.created_at), sql`ctid`);
    return rows
      .filter(({ is_void, content }) => !is_void && content !== "")
      .map(({ id, name, content }) => ({
        name,
        ...(JSON.parse(decryptForServer(secrets.mail, id, content)) as Omit<Email, "name">),
      }))
      .filter((one) => one.to === to);
  };
  const mailedCode: Server["mailedCode"] = async (to) => {
    const code = (await emails(to)).findLast(({ values }) => values.code !== undefined)?.values.code;
    if (code === undefined) throw new Error(`No code was mailed to ${to}`);
    return code;
  };
  return { emails, mailedCode };
}
