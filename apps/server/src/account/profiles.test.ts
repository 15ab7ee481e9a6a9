import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeAfter } from "../testing/identities.ts";
import { LINK_AUTH, openProfile, profileForm } from "../testing/profiles.ts";
import { turnOnSecondFactor } from "../testing/second-factor.ts";
import { bodyAs, hex, id, openWorld, type Person, type Server, type World, wrapped } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const tokenOf = (body: Readonly<Record<string, unknown>>): string => (body.data as { token: string }).token;
async function signIn(email: string, authKey: string) {
  const token = tokenOf((await server.call("POST", "/users/login", { email, authKey })).body);
  return (method: string, path: string, body?: unknown) => server.call(method, path, body, { token });
}
type Call = Person["call"];
const emailsOf = async (call: Call) =>
  ((await call("GET", "/users/profiles")).body.profiles as { email: string }[]).map(({ email }) => email);

describe("adding a profile", () => {
  it("takes a proven address, opens an account without permissions, and links it", async () => {
    const ann = await server.join("ann@example.com", 1);
    const form = await openProfile(server, ann, "ann.work@example.com");
    expect(await emailsOf(ann.call)).toEqual(["ann@example.com", "ann.work@example.com"]);
    const { body } = await server.call("POST", "/users/login", { email: form.email, authKey: form.authKey });
    expect(body.data).toMatchObject({ role_id: 3, team_id: null, personal_vault_id: form.personalVaultId });
    expect(Object.values((body.data as { permissions: object }).permissions)).not.toContain(true);
    expect((await server.emails(ann.email)).at(-1)).toMatchObject({ name: "profileLinked", values: { email: "ann.work@example.com" } });
    expect((await server.emails(form.email)).at(-1)).toMatchObject({ name: "openedAsProfile", values: { email: "ann@example.com" } });
  });

  it("works under the name of a registration too (specification 1 §7)", async () => {
    const eve = await server.join("eve@example.com");
    const email = "eve.work@example.com";
    const form = profileForm(email, eve);
    expect((await eve.call("POST", "/users/register", form)).body.code).toBe("email_not_proven");
    await eve.call("POST", "/users/initiate-profile-link", { email });
    await eve.call("POST", "/users/verify-profile-email", { email, code: await server.mailedCode(email) });
    expect((await server.call("POST", "/users/register", form)).body.code).toBe("authentication_required");
    const { linkId: _, ...partial } = form;
    expect((await eve.call("POST", "/users/register", partial)).body).toMatchObject({ code: "invalid_input" });
    expect((await eve.call("POST", "/users/register", form)).status).toBe(200);
    expect(await emailsOf(eve.call)).toEqual(["eve@example.com", email]);
  });

  it("mails thirty addresses an hour for one network address, by whichever account", async () => {
    const [one, other] = [await server.join("one@example.com"), await server.join("other@example.com")];
    const ask = (by: Person, at: number) => by.call("POST", "/users/initiate-profile-link", { email: `profile-${at}@example.com` });
    await server.pool.query("delete from rate_limit");
    for (let at = 0; at < 30; at++) expect(await ask(at < 15 ? one : other, at)).toMatchObject({ status: 200 });
    for (const by of [one, other]) expect(await ask(by, 30)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(await server.emails("profile-30@example.com")).toEqual([]);
    await server.pool.query("delete from rate_limit");
  });

  it("is refused for an address that was not proven, was proven by another user, or was proven too long ago", async () => {
    const [bob, mallory] = [await server.join("bob@example.com"), await server.join("mallory@example.com")];
    const email = "bob.work@example.com";
    const add = async (by: Person, form = profileForm(email, by)) => (await by.call("POST", "/users/profiles", form)).body.code;
    const prove = async () => {
      await bob.call("POST", "/users/initiate-profile-link", { email });
      return bob.call("POST", "/users/verify-profile-email", { email, code: await server.mailedCode(email) });
    };
    expect(await add(bob)).toBe("email_not_proven");
    await bob.call("POST", "/users/initiate-profile-link", { email });
    const code = await server.mailedCode(email);
    expect((await mallory.call("POST", "/users/verify-profile-email", { email, code })).body.code).toBe("invalid_code");
    expect((await bob.call("POST", "/users/verify-profile-email", { email: "x@example.com", code })).body.code).toBe("invalid_code");
    expect((await prove()).status).toBe(200);
    expect(await add(mallory)).toBe("email_not_proven");
    expect(await add(mallory, profileForm(email, bob))).toBe("forbidden");
    server.clock.now += 15 * 60_000;
    await bob.prove();
    expect(await add(bob)).toBe("email_not_proven");
    await prove();
    expect(await add(bob)).toBeUndefined();
    expect(await add(bob)).toBe("email_not_proven");
  });

  it("sends a code to a registered address too, and refuses only then (decision S-19)", async () => {
    const [cat, dan] = [await server.join("cat@example.com"), await server.join("dan@example.com")];
    const ask = async (email: string) => (await cat.call("POST", "/users/initiate-profile-link", { email })).body;
    const { requestId: _, ...answer } = await ask(dan.email);
    expect(await ask("nobody@example.com")).toEqual({ ...answer, requestId: expect.any(String) });
    await cat.call("POST", "/users/verify-profile-email", { email: dan.email, code: await server.mailedCode(dan.email) });
    const refused = await cat.call("POST", "/users/profiles", profileForm(dan.email, cat));
    expect(refused).toMatchObject({ status: 409, body: { code: "email_taken", message: "An account with this email already exists." } });
  });
});

describe("profiles of one person are counted together", () => {
  const tried = async (by: Pick<Person, "accountId" | "call">, email: string) => {
    await by.call("POST", "/users/initiate-profile-link", { email });
    await by.call("POST", "/users/verify-profile-email", { email, code: await server.mailedCode(email) });
    return by.call("POST", "/users/profiles", profileForm(email, by));
  };

  it("ten a day, whichever of them makes one, also after the link has ended", async () => {
    const [una, vic] = [await server.join("una@example.com"), await server.join("vic@example.com")];
    const { accountId, email, authKey } = await openProfile(server, una, "una.work@example.com");
    const work = { accountId, call: await signIn(email, authKey) };
    await server.deps.limits.count("createProfile", una.accountId, 8);
    expect((await work.call("DELETE", `/users/profiles/${una.accountId}`)).status).toBe(200);
    const { accountId: third, authKey: thirdKey } = await openProfile(server, work, "una.club@example.com");
    const club = { accountId: third, call: await signIn("una.club@example.com", thirdKey) };
    for (const [at, by] of [una, work, club].entries())
      expect(await tried(by, `una.more-${at}@example.com`)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect((await tried(vic, "vic.work@example.com")).status).toBe(200);
  });

  it("fifty in all", async () => {
    const wes = await server.join("wes@example.com");
    const { accountId, email, authKey } = await openProfile(server, wes, "wes.work@example.com");
    await server.pool.query(
      `insert into account select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'email', 'wes-' || n || '@example.com'))).*
       from account a, generate_series(1, 49) n where a.id = $1`,
      [accountId],
    );
    const message = "One person can have at most 50 linked profiles. Please delete one that you no longer need.";
    for (const by of [wes, { accountId, call: await signIn(email, authKey) }])
      expect(await tried(by, `wes.more-${by.accountId}@example.com`)).toMatchObject({ status: 403, body: { code: "forbidden", message } });
  });
});

describe("switching", () => {
  it("yields a session of the other profile and the caller's own wrap, from either side", async () => {
    const flo = await server.join("flo@example.com");
    const form = await openProfile(server, flo, "flo.work@example.com");
    const there = await flo.call("POST", `/users/switch-profile/${form.accountId}`, { linkAuth: LINK_AUTH });
    expect(there.body.data).toMatchObject({
      ...{ user: { email: form.email }, encryptedVaultKey: form.encryptedVaultKey, masterKey: form.forExisting },
      ...{ linkId: form.linkId, linkEpochs: [1, 1], token: expect.any(String) },
    });
    const token = tokenOf(there.body);
    expect(token).not.toBe(flo.token);
    const back = await server.call("POST", `/users/switch-profile/${flo.accountId}`, { linkAuth: LINK_AUTH }, { token });
    expect(back.body.data).toMatchObject({ user: { email: flo.email }, masterKey: form.forNew });
    // Each profile has its own session.
    await server.call("POST", "/users/logout", {}, { token });
    expect((await flo.call("GET", "/notes")).status).toBe(200);
  });

  it("to an unlinked account, or with a stranger's session, is answered as for no account", async () => {
    const [hal, ivy, eve] = [
      await server.join("hal@example.com"),
      await server.join("ivy@example.com"),
      await server.join("eve2@example.com"),
    ];
    const form = await openProfile(server, hal, "hal.work@example.com");
    const change = async (by: Person, accountId: string) =>
      (await by.call("POST", `/users/switch-profile/${accountId}`, { linkAuth: LINK_AUTH })).body;
    const unknown = await change(eve, id());
    for (const accountId of [form.accountId, hal.accountId, ivy.accountId, eve.accountId])
      expect(await change(eve, accountId)).toEqual(unknown);
    expect((await eve.call("DELETE", `/users/profiles/${form.accountId}`)).body).toEqual(unknown);
  });
});

describe("a link ends", () => {
  it.each(["existing", "new"] as const)("when the %s side unlinks", async (side) => {
    const ann = await server.join(`unlink-${side}@example.com`);
    const form = await openProfile(server, ann, `unlinked-${side}@example.com`);
    const other = await signIn(form.email, form.authKey);
    const [call, target]: [Call, string] = side === "existing" ? [ann.call, form.accountId] : [other, ann.accountId];
    expect((await call("DELETE", `/users/profiles/${target}`)).status).toBe(200);
    expect(await emailsOf(ann.call)).toHaveLength(1);
    expect(await emailsOf(other)).toHaveLength(1);
    expect((await call("DELETE", `/users/profiles/${target}`)).status).toBe(404);
  });

  it("when the other profile's master password changes", async () => {
    const joe = await server.join("joe@example.com");
    const form = await openProfile(server, joe, "joe.work@example.com");
    const work = await signIn(form.email, form.authKey);
    const written = writeAfter(form.publicKey, { id: form.personalVaultId, seq: 1, generation: 1, head: form.head });
    const change = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: wrapped(), masterPasswordHint: null, ...written };
    expect((await work("POST", "/users/change-password", change)).status).toBe(200);
    expect((await joe.call("POST", `/users/switch-profile/${form.accountId}`, { linkAuth: LINK_AUTH })).status).toBe(404);
  });

  it("not when the other profile turns its second factor on: it is asked for", async () => {
    const gus = await server.join("gus@example.com");
    const form = await openProfile(server, gus, "gus.work@example.com");
    await turnOnSecondFactor(server, { call: await signIn(form.email, form.authKey) });
    const { body } = await gus.call("POST", `/users/switch-profile/${form.accountId}`, { linkAuth: LINK_AUTH });
    expect(body).toEqual({ success: true, requiresMfa: true });
  });
});

describe("a stolen token of one profile", () => {
  it("gets the wrap that it cannot open, and no session without the proof inside", async () => {
    const lea = await server.join("lea@example.com");
    const form = await openProfile(server, lea, "lea.work@example.com");
    const { body } = await lea.call("GET", `/users/profiles/${form.accountId}/link`);
    expect(body).toEqual({ success: true, masterKey: form.forExisting, linkId: form.linkId, linkEpochs: [1, 1] });
    for (const linkAuth of [hex(32), form.linkAuthHash, "00".repeat(32)]) {
      const refused = await lea.call("POST", `/users/switch-profile/${form.accountId}`, { linkAuth });
      expect(refused).toMatchObject({ status: 403, body: { code: "link_not_proven" } });
    }
    expect((await lea.call("POST", `/users/switch-profile/${form.accountId}`, {})).body.code).toBe("invalid_input");
    const work = await signIn(form.email, form.authKey);
    const { events, refused: counted } = bodyAs<{ events: { event: string }[]; refused: object[] }>(
      (await work("GET", "/users/audit")).body,
    );
    // Counted, as all that is refused: a stolen session fills no log of another account.
    expect(events.filter(({ event }) => event === "profile.refused")).toEqual([]);
    expect(counted).toMatchObject([{ event: "profile.refused", count: 3 }]);
  });

  it("reads no wrap of other people's links", async () => {
    const [max, eve] = [await server.join("max@example.com"), await server.join("eve3@example.com")];
    const form = await openProfile(server, max, "max.work@example.com");
    const ask = async (accountId: string) => (await eve.call("GET", `/users/profiles/${accountId}/link`)).body;
    for (const accountId of [form.accountId, max.accountId]) expect(await ask(accountId)).toEqual(await ask(id()));
  });
});

describe("the owner of a profile that is switched to", () => {
  it("is mailed once a day, each side for itself", async () => {
    const nia = await server.join("nia@example.com");
    const form = await openProfile(server, nia, "nia.work@example.com");
    const go = async () => tokenOf((await nia.call("POST", `/users/switch-profile/${form.accountId}`, { linkAuth: LINK_AUTH })).body);
    const opened = async (to: string) => (await server.emails(to)).filter(({ name }) => name === "profileOpened");
    const token = await go();
    await go();
    expect(await opened(form.email)).toMatchObject([{ values: { email: nia.email, device: "Unknown browser" } }]);
    await server.call("POST", `/users/switch-profile/${nia.accountId}`, { linkAuth: LINK_AUTH }, { token });
    expect(await opened(nia.email)).toMatchObject([{ values: { email: form.email } }]);
    server.clock.now += 24 * 3_600_000;
    const again = tokenOf((await server.call("POST", "/users/login", { email: nia.email, authKey: nia.authKey })).body);
    await server.call("POST", `/users/switch-profile/${form.accountId}`, { linkAuth: LINK_AUTH }, { token: again });
    expect(await opened(form.email)).toHaveLength(2);
  });
});
