/**
 * The real server behind a mutator, and real clients that believe it or not (attacks.md §1.0). Everything a person keeps is a unique authored text:
 * after every attack the oracles search for it in what left the client, and everything shown must be one of these texts.
 */
import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { DECRYPTION_FAILED } from "../../packages/core/src/items/item.ts";
import { generateKey, type SecretKey, secretKey } from "../../packages/crypto/src/index.ts";
import { expectEqualLogs } from "../flows/equal-logs.ts";
import { withListsOnLines } from "../flows/lists-on-lines.ts";
import { aLogin } from "../flows/sample-items.ts";
import { type Person, startWorld, type World } from "../flows/world.ts";
import { textsOpenedBy } from "./key-oracle.ts";
import { removedFromDatabase } from "./remove-countermeasure.ts";

/** @returns what takes the place of the answer's body; nothing when it was changed in place. */
type Lie = (body: never, url: string) => unknown;

/** Whether a request may change something on the server. */
const MUTATES = /^(POST|PUT|DELETE|PATCH)$/;
/** Calls that may change nothing although they are posted. */
const HARMLESS =
  /\/users\/(prelogin|login|logout|forgot-password|verify-recovery|verify-master-password|session-half|switch-profile|passkeys\/(challenge|options|sign-in|copy)$)|\/export\/verify-master-password/;

const SHARED_MS = 4 * 3_600_000;

interface Sent {
  readonly method: string;
  readonly url: string;
}

export interface Stage {
  readonly world: World;
  /** Has a login "Bank" in the vault "Work", a starred login "Mail", and a note in the trash. */
  readonly ann: Person;
  /** Another user, with her own vault. */
  readonly eve: Person;
  /** From now on every answer to a call whose path contains `path` passes through the lie; several lies apply in order. */
  readonly lie: (path: string, lie: Lie) => void;
  readonly honest: () => void;
  /** What the clients have sent since the stage was opened, newest last. */
  readonly sent: readonly Sent[];
  /** A device of Ann's that has just signed in; the current lies apply to it. */
  readonly newDevice: () => Promise<Client>;
  /** A text that is kept secret; oracle O1 looks for it. */
  readonly secret: (about: string) => string;
  /** All of them. */
  readonly secrets: readonly string[];
  /** A key that the adversary chose; oracle O2 tries it on everything that leaves the clients. */
  readonly adversaryKey: () => SecretKey;
}

interface Cast {
  readonly ann: Person;
  readonly secret: (about: string) => string;
  readonly secrets: readonly string[];
  readonly authored: ReadonlySet<string>;
}

export type EvilServer = Awaited<ReturnType<typeof startEvilServer>>;

/** One server for many stages. */
export async function startEvilServer() {
  const lies: { path: string; lie: Lie }[] = [];
  const sent: Sent[] = [];
  const between =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      const url = String(input);
      sent.push({ method: init?.method ?? "GET", url });
      const told = lies.filter(({ path }) => url.includes(path));
      const reply = await send(input, init);
      if (told.length === 0) return reply;
      let body: unknown = await reply.json();
      for (const { lie } of told) body = lie(body as never, url) ?? body;
      return new Response(withListsOnLines(body), { status: reply.status, headers: reply.headers });
    };
  const world = await startWorld({ between });
  await world.query(removedFromDatabase(process.env.EVIL_WITHOUT));
  const eve = await world.person("eve");
  await eve.client.vault.create({ draft: aLogin({ title: "Eve's own", password: "of-eve" }) });
  let stages = 0;

  async function cast(): Promise<Cast> {
    const secrets: string[] = [];
    const secret = (about: string): string => {
      const text = `Kanarie-${about}-${randomBytes(6).toString("hex")}`;
      secrets.push(text);
      return text;
    };
    stages += 1;
    const ann = await world.person(`ann${stages}`);
    return { ann, secrets, secret, authored: await furnish(ann.client, secret) };
  }
  let shared: { readonly cast: Promise<Cast>; readonly since: number } | undefined;
  /** One Ann for all rows that only read, as long as her session lasts. */
  function shareCast(): Promise<Cast> {
    if (!shared || world.now() > shared.since + SHARED_MS) shared = { cast: cast(), since: world.now() };
    return shared.cast;
  }

  /** Rows move the clock by days; her sessions end as everyone's do. */
  let seenAt = world.now();
  const wakeEve = async (): Promise<void> => {
    if (world.now() - seenAt < SHARED_MS) return;
    await eve.client.account.login(eve);
    seenAt = world.now();
  };

  async function openStage({ onlyReads = false } = {}): Promise<Stage & { readonly checkOracles: () => Promise<void> }> {
    lies.length = 0;
    await world.query("delete from rate_limit"); // no row is refused for what another has tried
    await world.query("delete from guess");
    await wakeEve();
    const { ann, secrets, secret, authored } = await (onlyReads ? shareCast() : cast());
    const requestsBefore = world.requests.length;
    sent.length = 0;
    const honest = (): void => void lies.splice(0);
    const keysOfAdversary: SecretKey[] = [];
    const adversaryKey = (): SecretKey => {
      const key = generateKey();
      keysOfAdversary.push(secretKey(key)); // a copy: the caller may wipe the original
      return key;
    };
    return {
      adversaryKey,
      secrets,
      world,
      ann,
      eve,
      secret,
      honest,
      sent,
      lie: (path, lie) => void lies.push({ path, lie }),
      newDevice: async () => (await ann.device("new")).client,
      checkOracles: async () => {
        honest();
        const requests = world.requests.slice(requestsBefore);
        await expectEqualLogs(world);
        checkEgress([...secrets, ann.password], requests);
        await checkKeys(keysOfAdversary, ann.client, requests);
        await checkDisplay(ann.client, authored);
      },
    };
  }
  return { openStage, stop: () => world.stop() };
}

async function furnish({ vault }: Client, secret: (about: string) => string): Promise<ReadonlySet<string>> {
  const texts = {
    bank: secret("bank"),
    bankPassword: secret("bank-password"),
    mail: secret("mail"),
    mailPassword: secret("mail-password"),
  };
  const others = {
    name: "Work",
    user: secret("user"),
    host: `https://${secret("host").toLowerCase()}.example`,
    junk: "Junk",
    old: secret("old"),
  };
  const work = await vault.createVault({ name: others.name, description: "" });
  await vault.createVault({ name: others.junk, description: "" });
  const login = (title: string, password: string) => aLogin({ title, password, username: others.user, website_url: others.host });
  await vault.create({ draft: { ...login(texts.bank, texts.bankPassword), categoryId: work.id } });
  await vault.create({ draft: { ...login(texts.mail, texts.mailPassword), favourite: true } });
  const old = await vault.create({ draft: login(others.old, others.old) });
  await vault.remove({ ids: [old.id] });
  return new Set([...Object.values(texts), ...Object.values(others), ...Object.values(aLogin().fields), DECRYPTION_FAILED]);
}

/** Encodings in which bytes may hide (oracle O1). Compared without case. */
export function disguises(text: string): string[] {
  const bytes = Buffer.from(text);
  const phases = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift ? 4 : 0, -4),
  );
  const digest = (name: string): string => createHash(name).update(bytes).digest("hex");
  const wide = Buffer.from(text, "utf16le").toString("hex");
  const urlSafe = phases.map((phase) => phase.replaceAll("+", "-").replaceAll("/", "_"));
  return [text, encodeURIComponent(text), bytes.toString("hex"), wide, digest("sha1"), digest("sha256"), ...phases, ...urlSafe];
}

/** O1: no secret in any outbound byte. */
function checkEgress(secrets: readonly string[], requests: World["requests"]): void {
  const haystack = requests.map(({ url, headers, body }) => `${url}\n${headers}\n${body}`.toLowerCase()).join("\n");
  const found = secrets.filter((text) => disguises(text).some((disguise) => haystack.includes(disguise.toLowerCase())));
  expect(found, "secrets that left the client").toEqual([]);
}

/** O2: no key of the adversary's opens what left. */
async function checkKeys(keys: readonly SecretKey[], { session }: Client, requests: World["requests"]): Promise<void> {
  const ids = { accountId: session?.user.id ?? crypto.randomUUID(), scopeId: session?.personalVaultId ?? crypto.randomUUID() };
  for (const key of keys)
    for (const { url, body } of requests) {
      const opened = await textsOpenedBy(key, ids, body);
      expect(opened, `opened by the adversary in ${url}`).toEqual([]);
    }
}

/** Ann's client has done what it does by itself after a new key. */
export async function settled({ ann, sent }: Stage): Promise<void> {
  await ann.client.vault.pull();
  for (let before = -1; before < sent.length; ) {
    before = sent.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** O3: what is shown was authored by the person, or says that it does not open. */
async function checkDisplay({ vault }: Client, authored: ReadonlySet<string>): Promise<void> {
  const { items, vaults } = vault.contents() ?? { items: [], vaults: [] };
  const shown = [...items.flatMap(({ fields }) => [fields.title, fields.username, fields.website_url]), ...vaults.map(({ name }) => name)];
  const foreign = shown.filter((text): text is string => text !== undefined && text !== "" && !isAuthored(text, authored));
  expect(foreign, "texts on the screen that no one here wrote").toEqual([]);
}

const isAuthored = (text: string, authored: ReadonlySet<string>): boolean => authored.has(text) || text.startsWith("Made in the attack");

/**
 * O4: the act fails in this way, and nothing that could change the server's state is sent after the lie was met.
 * @param act - what the person does.
 */
export async function refused({ sent }: Stage, act: () => Promise<unknown>, refusal: object): Promise<void> {
  const before = sent.length;
  const outcome = await act().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  expect(outcome, "it was believed").toHaveProperty("error");
  expect("error" in outcome && outcome.error).toMatchObject(refusal);
  const mutating = sent.slice(before).filter(({ method, url }) => MUTATES.test(method) && !HARMLESS.test(url));
  expect(mutating, "sent although the lie was met").toEqual([]);
}
