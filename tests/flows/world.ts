/**
 * A world for flows: the real server in this process on a real PostgreSQL, and people with real clients and mailboxes.
 * A test can listen to the network between them, drop or change an answer, and move the clock that server and clients share.
 */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { actAs } from "../../apps/server/src/db/row-level-security.ts";
import { outboxFolder } from "../../apps/server/src/mail/transports.ts";
import {
  type Client,
  type KeyStore,
  memoryKeyStore,
  memoryRecordStore,
  openClient,
  type RecordStore,
} from "../../packages/client/src/index.ts";
import { KEY_PROOF_HEADER } from "../../packages/contract/src/session-half.ts";
import { openMailbox } from "./mailbox.ts";
import { openNetwork, type Recorded } from "./network.ts";
import { filesBelow, type Left, readAll, startServer, writtenSince } from "./server.ts";

export interface Device {
  readonly client: Client;
  /** The same device after a page load: a new client on the same stores. */
  reload(): Client;
  /** The device's storage. */
  readonly keys: KeyStore;
  /** What the person does when the master password is asked for again; nothing by default. */
  onProofNeeded(answer: (client: Client) => Promise<boolean>): void;
  readonly records: RecordStore;
}

export interface Person extends Device {
  readonly email: string;
  readonly password: string;
  readonly invitation: string;
  readonly recoveryKey: string;
  /** Another device of this person, signed in. @param on.pullsEarly - as a page does that will show the vault. */
  device(name: string, on?: { readonly pullsEarly?: boolean }): Promise<Device>;
  everythingInRecords(): Promise<string>;
  /** A call with this person's token, past the client. */
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
}

/** What opens an account: under the password, and under the recovery key. */
const CREDENTIALS = [
  ...["auth_hash", "encrypted_vault_key", "cred_epoch", "key_epoch"],
  ...["encrypted_key", "recovery_auth_hash", "recovery_epoch"],
] as const;
export type Credentials = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

interface WorldOptions {
  /** Its files lie in the data folder then, among those that `databaseFiles` reads. */
  readonly hasOwnDatabase?: boolean;
  readonly left?: Left;
  /** What the operator sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Between every client and the network. */
  readonly between?: (send: typeof fetch) => typeof fetch;
  /** Calls are handed to the server in this process: for runs of hours that are not about connections. */
  readonly isWithoutSockets?: boolean;
}

export async function startWorld(options: WorldOptions = {}) {
  const { hasOwnDatabase = false, left, env = {}, between = (send) => send, isWithoutSockets = false } = options;
  const server = await startServer(hasOwnDatabase, left, env);
  const startedAt = Date.now();
  const { pool } = server;
  const requests: Recorded[] = [];
  const net = openNetwork(requests, isWithoutSockets ? server.ask : fetch);
  const send = between(net.send);
  const estimateStrength = async () => null; // its lists take a second; evil row 72 has them

  function newDevice(name: string, keys: KeyStore = memoryKeyStore(), records: RecordStore = memoryRecordStore(), pullsEarly = false) {
    const proof = { answer: async (_: Client): Promise<boolean> => false };
    const open = (): Client => {
      const onProofNeeded = (): Promise<boolean> => proof.answer(client);
      const on = { origin: server.origin, keys, records, device: name, estimateStrength, fetch: send, now: server.now };
      const client = openClient({ ...on, onProofNeeded, pullsEarly });
      return client;
    };
    const onProofNeeded: Device["onProofNeeded"] = (answer) => void Object.assign(proof, { answer });
    return { client: open(), reload: open, keys, records, onProofNeeded };
  }

  /** A client on what some device kept; perhaps with a clock and a way to the server of its own. */
  const openOn = (keys: KeyStore, on: Partial<Parameters<typeof openClient>[0]> = {}): Client =>
    openClient({
      ...{ origin: server.origin, keys, records: memoryRecordStore(), device: "a copy", estimateStrength, fetch: send, now: server.now },
      ...on,
    });

  async function invite(roleId: number): Promise<string> {
    const token = randomBytes(24).toString("base64url");
    const hash = createHash("sha256").update(token).digest("hex");
    await pool.query(
      "insert into invitation (id, token_hash, role_id, created_at, expires_at) values ($1, $2, $3, now(), now() + interval '9999 days')",
      [randomUUID(), hash, roleId],
    );
    return token;
  }

  /** @param proof - what shows that the caller has the keys of the session */
  async function callAs(path: string, method: string, { token, proof }: Caller, body?: unknown): Promise<Answer> {
    const response = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(proof && { [KEY_PROOF_HEADER]: proof }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Role 3 is a member, 1 an administrator. */
  async function person(name: string, roleId = 3): Promise<Person> {
    const email = `${name}@example.com`;
    const password = `Correct-Horse-${Buffer.from(name).toString("hex")}-1!`;
    const invitation = await invite(roleId);
    const own = newDevice(`${name}'s laptop`);
    const { recoveryKey } = await own.client.account.register({ token: invitation, email, password, hint: null });
    await own.client.account.login({ email, password });
    await own.client.vault.pull();
    const { id } = own.client.session?.user ?? { id: "" };
    const scopeId = own.client.session?.personalVaultId ?? "";
    return {
      ...own,
      email,
      password,
      invitation,
      recoveryKey,
      device: async (deviceName, { pullsEarly = false } = {}) => {
        const device = newDevice(deviceName, memoryKeyStore(), memoryRecordStore(), pullsEarly);
        await device.client.account.login({ email, password });
        return device;
      },
      everythingInRecords: async () => JSON.stringify(await own.records.read(scopeId)),
      get: async (path) => callAs(path, "GET", lastCallerOf(requests, id)),
      post: async (path, body) => callAs(path, "POST", lastCallerOf(requests, id), body),
    };
  }

  return {
    ...net,
    requests,
    person,
    openOn,
    stranger: async () => newDevice("no one's"),
    /** The token of an invitation. Role 3 is a member, 1 an administrator. */
    invite,
    /** A device on which something is kept already. */
    deviceWith: (keys: KeyStore, records: RecordStore) => newDevice("an old one", keys, records),
    origin: server.origin,
    mail: openMailbox(pool, server.config),
    now: server.now,
    /** What the operator says of a mail server: the codes are read from the outbox. */
    setMailServer: (smtpUrl: string | null): void => void Object.assign(server.config, { smtpUrl }),
    /** What the operator's commands work with. */
    operated: { pool, secret: server.config.serverSecret },
    /** Past the server: what an operator may do to its database. */
    query: async (text: string): Promise<unknown> => pool.query(text),
    /** As a killed server, or a killed database, leaves them: in the middle of whatever they do. */
    endConnections: (): Promise<unknown> =>
      pool.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"),
    passTime: server.passTime,
    passMinutes: (minutes: number): void => server.passTime(minutes / 60),
    /** The token of that person's device, and what it shows of the keys. */
    callerOf: ({ client }: Pick<Person, "client">): Caller => lastCallerOf(requests, client.session?.user.id ?? ""),
    /** A call with a token that is not of a session, perhaps. */
    callWith: (token: string, path: string, method = "GET", body?: unknown): Promise<Answer> => callAs(path, method, { token }, body),
    /** What a server would have to keep to go back to an account's earlier credentials and keys. */
    credentialsOf: async (email: string): Promise<Credentials> =>
      (await pool.query<Credentials>(`select ${CREDENTIALS.join(", ")} from account where email = $1`, [email])).rows[0] ?? {},
    putCredentials: async (email: string, row: Credentials): Promise<void> => {
      const set = CREDENTIALS.map((name, index) => `${name} = $${index + 2}`).join(", ");
      await pool.query(`update account set ${set} where email = $1`, [email, ...CREDENTIALS.map((name) => row[name])]);
    },
    /** A server that stops asking. */
    dropSecondFactor: async ({ email }: Person): Promise<void> => {
      await pool.query("update account set mfa_secret = null where email = $1", [email]);
    },
    /** The server's own hand on its rows. */
    sql: async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await pool.query(text, [...values])).rows as Row[],
    /** What SQL finds that is smuggled into a statement which the server makes for that account. */
    smuggled: (accountId: string, text: string) => actAs(accountId, () => server.serving.query<Record<string, unknown>>(text)),
    log: (): string => server.lines.join("\n"),
    endSessionsOf: async ({ email }: Person): Promise<void> => {
      await pool.query("update session set revoked_at = now() where account_id = (select id from account where email = $1)", [email]);
    },
    everythingInTheDatabase: async (): Promise<string> => {
      const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
      const dumps = await Promise.all(rows.map(({ name }) => pool.query(`select t::text from "${name}" t`)));
      return JSON.stringify(dumps.map((dump) => dump.rows));
    },
    /** Everything on the server's disk that was written to since the first call could come, but the emails. */
    databaseFiles: async (): Promise<string> => {
      await pool.query("checkpoint");
      const files = filesBelow(server.dataDir).filter((path) => !path.startsWith(outboxFolder(server.config)));
      return readAll(writtenSince(files, startedAt));
    },
    /** Without a mail server the operator reads the emails in a folder (decision N-03). */
    filedEmails: (): string => readAll(filesBelow(server.dataDir).filter((path) => path.startsWith(outboxFolder(server.config)))),
    restart: server.restart,
    stop: server.stop,
  };
}

/** The newest token sent for an account. */
interface Caller {
  readonly token: string;
  readonly proof?: string | undefined;
}

/** As that person's own device calls. */
function lastCallerOf(requests: readonly Recorded[], accountId: string): Caller {
  const tokens = requests.flatMap(({ headers }) => /Bearer ([\w.-]+)/.exec(headers)?.[1] ?? []);
  const token = tokens.findLast((candidate) => {
    const payload = JSON.parse(Buffer.from(candidate.split(".")[1] ?? "", "base64url").toString()) as { sub?: string };
    return payload.sub === accountId;
  });
  if (!token) throw new Error("This person has not called anything yet");
  const shown = requests.findLast(({ headers }) => headers.includes(token) && headers.includes(KEY_PROOF_HEADER));
  return { token, proof: new RegExp(`${KEY_PROOF_HEADER}\\W+([\\w-]{86})`).exec(shown?.headers ?? "")?.[1] };
}
