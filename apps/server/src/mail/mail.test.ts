import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { outbox } from "../db/access-tables.ts";
import { createLog } from "../log.ts";
import { openMailServer } from "../testing/mail-server.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { EMAILS, type EmailName, type ValuesOf } from "./emails.ts";
import { deliverDue, queueEmail } from "./outbox.ts";
import { inEnglish } from "./recipient.ts";
import { renderEmail } from "./render-email.ts";
import { openTransport } from "./transports.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function mailServer(options: SMTPServerOptions = {}) {
  const server = await openMailServer(options);
  closers.push(server.close);
  return server;
}

const forgot = (server: Server, email: string) => server.call("POST", "/users/forgot-password", { email });
const rowsOf = (server: Server) => server.db.select().from(outbox);

async function withMail(smtpUrl: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-mail-"));
  closers.push(() => rmSync(dataDir, { recursive: true }));
  const server = await world.server({ smtpUrl, dataDir, mailFrom: "Coffer <vault@example.org>" });
  const lines: string[] = [];
  const deps = { ...server.deps, log: createLog((line) => void lines.push(line)) };
  const transport = openTransport(deps.config);
  closers.push(() => transport.close());
  await server.join("ann@example.com");
  return { server, deps, lines, dataDir, go: () => deliverDue(deps, transport) };
}

describe("with a mail server", () => {
  it("an email arrives as plain text and HTML, and leaves nothing readable behind", async () => {
    const smtp = await mailServer();
    const { server, go } = await withMail(smtp.url());
    await forgot(server, "Ann@example.com");
    const code = await server.mailedCode("ann@example.com");
    expect(JSON.stringify(await rowsOf(server))).not.toContain(code);
    expect(await go()).toBe(1);
    const email = await PostalMime.parse(smtp.got[0] ?? "");
    expect(email).toMatchObject({
      ...{
        from: { name: "Coffer", address: "vault@example.org" },
        to: [{ address: "ann@example.com" }],
        subject: "Your Coffer recovery code",
      },
      ...{ text: expect.stringContaining(code), html: expect.stringContaining(code) },
    });
    expect(await rowsOf(server)).toMatchObject([{ state: "sent", content: "", attempts: 1, error: null }]);
    expect(await go()).toBe(0);
  });

  it("what goes nowhere takes the same steps, except for the sending", async () => {
    const smtp = await mailServer();
    const { server, go } = await withMail(smtp.url());
    await forgot(server, "nobody@example.com");
    expect(await go()).toBe(1);
    expect(smtp.got).toEqual([]);
    expect(await rowsOf(server)).toMatchObject([{ state: "sent", is_void: true, content: "" }]);
  });
});

/** Each way a mail server fails: how it is set up, what the operator reads, and whether it is tried again. */
const FAILURES: readonly (readonly [name: string, url: () => Promise<string>, code: string, state: "failed" | "queued"])[] = [
  [
    "says 550",
    async () => (await mailServer({ onRcptTo: (_, __, done) => done(refusal(550, "No such mailbox here")) })).url(),
    "EENVELOPE 550",
    "failed",
  ],
  [
    "says 452 for now",
    async () => (await mailServer({ onRcptTo: (_, __, done) => done(refusal(452, "Full")) })).url(),
    "EENVELOPE 452",
    "queued",
  ],
  [
    "does not take the password",
    async () =>
      (await mailServer({ authOptional: false, onAuth: (_, __, done) => done(new Error("Wrong password")) })).url("mailer:secret@"),
    "EAUTH 535",
    "queued",
  ],
  ["does not answer", async () => `${await silentServer()}?greetingTimeout=200`, "ETIMEDOUT", "queued"],
  ["is not there", async () => "smtp://127.0.0.1:1", "ESOCKET", "queued"],
];

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

async function silentServer(): Promise<string> {
  const server: TcpServer = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

describe("a mail server that", () => {
  it.each(FAILURES)("%s is told to the operator, and to no stranger", async (_, url, code, state) => {
    const { server, lines, go } = await withMail(await url());
    const [known, unknown] = [await forgot(server, "ann@example.com"), await forgot(server, "nobody@example.com")];
    expect([known.status, known.body]).toEqual([unknown.status, { ...unknown.body, requestId: expect.any(String) }]);
    await go();
    const row = (await rowsOf(server)).find(({ is_void }) => !is_void);
    expect(row).toMatchObject({ state, attempts: 1, error: code });
    expect(row?.content === "").toBe(state === "failed");
    const said = lines.filter((line) => line.includes("mail.failed")).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said).toMatchObject([{ level: "error", name: "recoveryCode", code, attempts: 1 }]);
    // The log names neither the address nor what the email says.
    expect(lines.join("")).not.toMatch(/ann@|secret|mailbox/);
  });

  it("offers no TLS gets no password, unless the operator wants that", async () => {
    let passwords = 0;
    const auth = {
      onAuth: (_: unknown, __: unknown, done: (error: null, answer: { user: string }) => void) => done(null, { user: String(++passwords) }),
    };
    const smtp = await mailServer({ ...auth, authMethods: ["PLAIN"], authOptional: true });
    const address = smtp.url("mailer:secret@");
    const { server, deps, go } = await withMail(address.replace("?requireTLS=false", ""));
    await server.db.transaction((tx) => queueEmail(deps, tx, { name: "mfaOff", to: inEnglish("ann@example.com"), values: {} }));
    await go();
    expect(await rowsOf(server)).toMatchObject([{ state: "queued", error: expect.stringContaining("ETLS") }]);
    expect([passwords, smtp.got]).toEqual([0, []]);
    server.clock.now += 61_000;
    const transport = openTransport({ ...deps.config, smtpUrl: address });
    closers.push(() => transport.close());
    await deliverDue(deps, transport);
    expect([passwords, smtp.got.length]).toEqual([1, 1]);
  });

  it("is back later gets the email then; in between the waits grow, and in the end it is given up", async () => {
    const { server, deps, go } = await withMail("smtp://127.0.0.1:1");
    await server.db.transaction((tx) => queueEmail(deps, tx, { name: "mfaOff", to: inEnglish("ann@example.com"), values: {} }));
    const waits: number[] = [];
    for (;;) {
      await go();
      const [row] = await rowsOf(server);
      if (row?.state !== "queued") break;
      waits.push((row.next_at.getTime() - server.clock.now) / 60_000);
      server.clock.now = row.next_at.getTime() - 1;
      expect(await go()).toBe(0);
      server.clock.now += 1;
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 720]);
    expect(await rowsOf(server)).toMatchObject([{ state: "failed", attempts: 7, content: "" }]);
  });

  it("is back too late for a code does not get it", async () => {
    const smtp = await mailServer();
    const { server, go } = await withMail(smtp.url());
    await forgot(server, "ann@example.com");
    server.clock.now += 10 * 60_000;
    await go();
    expect(smtp.got).toEqual([]);
    expect(await rowsOf(server)).toMatchObject([{ state: "expired", content: "" }]);
  });
});

describe("without a mail server", () => {
  it("emails are written to a folder for the operator alone, and stay in the queue", async () => {
    const { server, dataDir, go } = await withMail(null);
    await forgot(server, "ann@example.com");
    await forgot(server, "nobody@example.com");
    await go();
    const folder = join(dataDir, "outbox");
    const [file = "", ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const text = readFileSync(join(folder, file), "utf8");
    expect(text).toMatch(/^To: ann@example\.com\nDate: .* GMT\nSubject: Your Coffer recovery code\n\n/);
    expect(text).toContain(await server.mailedCode("ann@example.com"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(await go()).toBe(0);
    expect((await rowsOf(server)).find(({ is_void }) => !is_void)).toMatchObject({ state: "queued", filed_at: expect.any(Date) });
  });

  it("they go to the mail server that the operator sets later", async () => {
    const { server, deps, go } = await withMail(null);
    await server.db.transaction((tx) => queueEmail(deps, tx, { name: "mfaOff", to: inEnglish("ann@example.com"), values: {} }));
    await go();
    const smtp = await mailServer();
    const transport = openTransport({ ...deps.config, smtpUrl: smtp.url() });
    closers.push(() => transport.close());
    expect(await deliverDue(deps, transport)).toBe(1);
    expect((await PostalMime.parse(smtp.got[0] ?? "")).subject).toBe("Coffer: two-factor authentication is off");
  });
});

describe("every email", () => {
  const values = {
    code: "123456",
    minutes: "10",
    hint: "<i>house</i>",
    email: "a&b@example.com",
    message: '<script>"x"</script>',
    until: "Apr 1, 2025",
    device: "Firefox",
    at: "now",
    link: "https://vault.example.com/register?token=x&y",
    team: "<i>The Team</i>",
    by: "a&b@example.com",
    what: "2 items",
    reason: "<i>There is no space left.</i>",
  };

  it.each(Object.keys(EMAILS) as EmailName[])("%s reads as plain text, and as HTML that holds no markup but ours", (name) => {
    const { subject, text, html } = renderEmail(name, values as ValuesOf<typeof name>);
    expect(subject).toMatch(/^[^\r\n]{10,80}$/);
    expect(text).toMatch(/\.\n/);
    expect(text).not.toMatch(/undefined|<p>/);
    if (html !== null) expect(html).not.toMatch(/<script>|<i>|a&b|undefined/);
  });

  it.each([
    "https://evil.example/sign-in?x=@evil.example",
    "www.evil.example/sign-in@evil.example",
    "ann@evil.example/sign-in",
    "evil.example\\sign-in@evil.example",
    "http:evil.example@evil.example",
  ])("names no one whose address a mail program makes a link of: %s", (address) => {
    for (const name of Object.keys(EMAILS) as EmailName[]) {
      const { text, html } = renderEmail(name, { ...values, by: address, email: address } as ValuesOf<typeof name>);
      expect(`${text}${html}`).not.toContain("evil.example");
    }
    const { text } = renderEmail("shareReceived", { ...values, by: address }, "de");
    expect(text).toMatch(/^\(Adresse, die wie eine Webadresse aussieht\) teilt 2 items mit Ihnen\./);
  });

  it("about a new team says whether its owner joined it or was added", () => {
    const about = { team: "Engineering", by: "lead@example.com" };
    expect(renderEmail("teamJoined", about).text).toContain("Your account joined a team, by an invitation from lead@example.com:");
    expect(renderEmail("teamAdded", about).text).toContain("lead@example.com added your account to a team:");
  });

  it("about a second factor has the link that turns it off; one that an earlier version queued says what else to do", () => {
    const link = "https://vault.example.com/undo-two-factor#x";
    const [now, earlier] = [renderEmail("mfaOn", { link }).text, renderEmail("mfaOn", {} as ValuesOf<"mfaOn">).text];
    const [openLink, signIn] = [/open this link within \d+ hours/, /If this was not you, sign in, change your master password/];
    expect([now.includes(link), openLink.test(now), signIn.test(now)]).toEqual([true, true, false]);
    expect([earlier.includes("undefined"), openLink.test(earlier), signIn.test(earlier)]).toEqual([false, false, true]);
  });

  it("with a code that an earlier version has queued says how long it is valid", () => {
    expect(renderEmail("recoveryCode", { code: "123456" } as ValuesOf<"recoveryCode">).text).toContain("expires in 10 minutes");
  });

  it("with a stranger's words in it is plain text only (decision S-06)", () => {
    expect(renderEmail("helpRequest", { email: "a@b.c", message: "one\ntwo" })).toMatchObject({
      html: null,
      text: expect.stringContaining("> one\n> two"),
    });
  });
});
