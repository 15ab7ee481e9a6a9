/** In which language a person is written to, by a real mail server: that of their own browser, whoever causes the email. */
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import PostalMime, { type Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inviteByEmail } from "../operator/admin.ts";
import { type MailServer, openMailServer } from "../testing/mail-server.ts";
import { openProfile } from "../testing/profiles.ts";
import { shareItem, shareVault, signedBy } from "../testing/sharing.ts";
import { makeTeam, placeIn } from "../testing/teams.ts";
import { hex, openWorld, type Person, put, registration, type Server, type World } from "../testing/world.ts";
import { deliverDue } from "./outbox.ts";
import { openTransport } from "./transports.ts";

let world: World;
let smtp: MailServer;
let server: Server;
let transport: ReturnType<typeof openTransport>;
beforeAll(async () => {
  world = await openWorld();
  smtp = await openMailServer();
  server = await world.server({ smtpUrl: smtp.url(), publicUrl: "https://coffer.example" }, true);
  transport = openTransport({ ...server.deps.config, smtpUrl: smtp.url() });
});
afterAll(async () => {
  await transport.close();
  await smtp.close();
  await world.end();
});

type Headers = Readonly<Record<string, string>>;
const GERMAN: Headers = { "accept-language": "de-AT,de;q=0.9,en;q=0.8" };
const SPANISH: Headers = { "accept-language": "es-419,es;q=0.9" };
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const someone = (): string => `p-${hex(4)}@example.com`;
const joinFrom = (headers: Headers, email = someone()): Promise<Person> => server.join(email, 3, headers);
const signIn = ({ email, authKey }: Person, headers: Headers, userAgent = "") =>
  server.call("POST", "/users/login", { email, authKey }, { headers: { ...headers, "user-agent": userAgent } });
const ask = (email: string, headers: Headers = {}) => server.call("POST", "/users/forgot-password", { email }, { headers });

/** What came, oldest first. */
async function came(to: string): Promise<Email[]> {
  await deliverDue(server.deps, transport);
  const all = await Promise.all(smtp.got.map((text) => PostalMime.parse(text)));
  return all.filter((email) => email.to?.some(({ address }) => address === to));
}
const subjects = async (to: string): Promise<(string | undefined)[]> => (await came(to)).map(({ subject }) => subject);
const newest = async (to: string): Promise<string | undefined> => (await subjects(to)).at(-1);
const textOf = async (to: string): Promise<string> => ((await came(to)).at(-1)?.text ?? "").replaceAll(/\s+/g, " ");

const CODE = { en: "Your Coffer recovery code", de: "Ihr Wiederherstellungscode für Coffer", es: "Tu código de recuperación de Coffer" };

describe("a person is written to in the language of the browser", () => {
  it("that they registered with, as plain text and as HTML", async () => {
    const ann = await joinFrom(GERMAN);
    await ask(ann.email);
    const [email, ...others] = await came(ann.email);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ subject: CODE.de, html: expect.stringContaining('<html lang="de">') });
    expect(email?.text).toContain("Das ist der Code:");
    expect(email?.text).toMatch(/^ {4}\d{6}$/m);
    expect(email?.html).toContain("Er ist 10 Minuten gültig");
  });

  it("that they signed in with last, and what waits in the queue stays as it was", async () => {
    const ann = await joinFrom(GERMAN);
    await ask(ann.email);
    await signIn(ann, { ...GERMAN, cookie: "language=es" });
    await ask(ann.email);
    await signIn(ann, { "accept-language": "fr" });
    await ask(ann.email);
    expect(await subjects(ann.email)).toEqual([CODE.de, CODE.es, CODE.en]);
  });

  it.each([
    ["a cookie of an unknown language", { ...GERMAN, cookie: "language=xx" }, "de"],
    ["a cookie that is something else", { ...SPANISH, cookie: "xlanguage=de; language=../de" }, "es"],
    ["a header that makes no sense", { "accept-language": "de;q=9, \u00ff;;, __proto__" }, "en"],
    ["a header that is very long", { "accept-language": `${"x".repeat(6_000)},de` }, "de"],
    ["a language that emails are not written in", { cookie: "language=ar" }, "en"],
  ] as const)("and %s is passed over", async (_, headers, language) => {
    const ann = await joinFrom(headers);
    await ask(ann.email);
    expect(await newest(ann.email)).toBe(CODE[language]);
  });

  it("so a refused sign-in, or a stranger's question, changes nothing", async () => {
    const ann = await joinFrom(GERMAN);
    expect((await signIn({ ...ann, authKey: hex(32) }, SPANISH)).status).toBe(400);
    await ask(ann.email, SPANISH);
    expect(await newest(ann.email)).toBe(CODE.de);
    await server.call("POST", "/users/password-hint", { email: ann.email }, { headers: SPANISH });
    expect(await newest(ann.email)).toBe("Ihr Passworthinweis für Coffer");
  });

  it("and a thief who signs in is told of in the language of the owner", async () => {
    const ann = await joinFrom(GERMAN);
    expect((await signIn(ann, SPANISH, FIREFOX)).status).toBe(200);
    expect(await newest(ann.email)).toBe("Coffer: Anmeldung auf einem neuen Gerät");
    expect(await textOf(ann.email)).toContain("nicht bekannt war: Firefox unter Linux, 01.04.2025, 00:00 UTC.");
  });

  it("also of a profile that they link, and of a new address", async () => {
    const ann = await joinFrom(GERMAN);
    const form = await openProfile(server, ann, someone());
    expect(await newest(ann.email)).toBe("Coffer: Ein Profil wurde hinzugefügt");
    expect((await server.pool.query("select language from account where email = $1", [form.email])).rows).toEqual([{ language: "en" }]);
    const to = someone();
    await ann.prove();
    expect((await ann.call("POST", "/users/request-email-change", { email: to })).status).toBe(200);
    expect(await newest(to)).toBe("Bestätigen Sie Ihre neue E-Mail-Adresse für Coffer");
  });
});

describe("an invitation", () => {
  it("is in the language of who invites, or of who is invited, once they have an account", async () => {
    const teamId = await makeTeam(server, "Das Team");
    const lead = await joinFrom(GERMAN);
    await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
    const invite = async (email: string) => {
      expect((await lead.call("POST", "/team/invite", { email, roleId: 0 })).status).toBe(200);
      return newest(email);
    };
    expect(await invite(someone())).toBe("Sie sind zu Coffer eingeladen");
    const bob = await joinFrom(SPANISH);
    expect(await invite(bob.email)).toBe("Tienes una invitación a Coffer");
    expect((await came(bob.email)).at(-1)?.html).toBeUndefined();
    const token = /token=([\w%.-]+)/.exec(await textOf(bob.email))?.[1];
    expect((await server.call("POST", "/team/accept-invitation", { token }, { headers: GERMAN })).status).toBe(200);
    expect(await textOf(bob.email)).toContain(`Te invitó ${lead.email}.`);
    expect(await newest(lead.email)).toBe("Coffer: Ihre Einladung wurde angenommen");
  });

  it("of the operator is in English, and the code of a link in the language of the browser that opens it", async () => {
    const to = someone();
    await inviteByEmail(server.deps, [to]);
    expect(await newest(to)).toBe("You are invited to Coffer");
    const email = someone();
    const token = await server.invite({ email });
    expect((await server.call("POST", "/team/invitation-code", { token }, { headers: GERMAN })).status).toBe(200);
    expect(await newest(email)).toBe("Bestätigen Sie Ihre E-Mail-Adresse für Coffer");
    const form = { ...registration(email, token), code: /\b\d{6}\b/.exec(await textOf(email))?.[0] };
    expect((await server.call("POST", "/users/register", form, { headers: SPANISH })).status).toBe(200);
    await ask(email);
    expect(await newest(email)).toBe(CODE.es);
  });
});

describe("what another person does", () => {
  it("is told in the language of who reads it", async () => {
    const [ann, bob] = [await joinFrom(GERMAN), await joinFrom(SPANISH)];
    const [item, vault] = [put("note"), put("category")];
    await ann.commit(item, vault);
    await shareItem(server, ann, item, bob);
    expect(await textOf(bob.email)).toContain(`${ann.email} comparte un elemento contigo.`);
    server.clock.now += 61 * 60_000;
    const { scopeId } = await shareVault(server, ann, vault, [], bob, { permissionLevel: "write" });
    expect(await textOf(bob.email)).toContain(`${ann.email} comparte una bóveda contigo.`);
    const made = [put("note", { categoryId: vault.id }), put("note", { categoryId: vault.id })];
    const write = async (who: Person, changes: readonly unknown[]) =>
      who.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, who, scopeId)), changes });
    expect(await write(bob, made)).toMatchObject({ status: 200 });
    await ann.prove();
    expect((await ann.call("POST", "/users/delete-account", { authKey: ann.authKey })).status).toBe(200);
    expect(await textOf(bob.email)).toContain(
      "El 10 abr 2025 se eliminarán sus bóvedas. También se eliminará lo que creaste allí: 2 elementos.",
    );
    expect(await textOf(ann.email)).toContain("Ihr Konto und alles darin werden am 10.04.2025 gelöscht.");
  });
});
