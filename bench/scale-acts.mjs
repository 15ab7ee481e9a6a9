/** The acts of `bench -- scale`, one after the other: each is done often enough that a page of a table more or less does not matter, and its cost is that of one. */
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryRecordStore } from "../packages/client/dist/index.js";
import { editorOf, save } from "./scale-people.mjs";

const [ACCOUNTS, WARM_UP] = [120, 30];
const [SIGN_INS, SAVES, PULLS, FULL_PULLS, SHARES, TEAMS] = [40, 200, 200, 20, 40, 3];
const IN_TEAM = 10;
const COLD = 12;
/** Of one session as many as it may have. */
const STREAMS_OF_ONE = 6;
const IDLE_SECONDS = 90;
const PERMISSION = "read";

/** @param tell - gets each act's name and cost */
export async function measureActs({ people, meter, tell }) {
  const act = async (name, times, work, cold) => {
    await people.forgetLimits();
    const cost = await meter.measure(times, work);
    await people.forgetLimits();
    tell(name, cold ? { ...cost, walAfterCheckpoint: await meter.walAfterCheckpoint(COLD, cold) } : cost);
  };
  const context = { people, meter, act };
  await idle(context, "an idle server, one minute");
  const emails = await accounts(context);
  const [own, other] = await saves(context);
  await edits(context, own);
  await pulls(context, other);
  const sessions = await signIns(context, emails);
  await shares(context, own);
  await teams(context);
  await streams(context, sessions);
}

/** What the server does anyway is no part of an act, and of a minute with streams. */
const idle = ({ act }, name) => act(name, IDLE_SECONDS / 60, () => sleep(IDLE_SECONDS * 1_000));

async function accounts({ people, act }) {
  const emails = Array.from({ length: WARM_UP + ACCOUNTS + COLD }, (_, at) => `scale-${at}@example.com`);
  const tokens = await people.invited(emails.length);
  const register = (at) => people.register(emails[at], tokens[at]);
  for (let at = 0; at < WARM_UP; at++) await register(at);
  await act(
    "an account",
    ACCOUNTS,
    () => eachOf(ACCOUNTS, (at) => register(WARM_UP + at)),
    (at) => register(WARM_UP + ACCOUNTS + at),
  );
  return emails;
}

async function eachOf(count, work) {
  for (let at = 0; at < count; at++) await work(at);
}

async function saves({ people, act }) {
  const small = await people.person("small@example.com", 100);
  const large = await people.person("large@example.com", 1_000);
  for (const [size, one] of [
    [100, small],
    [1_000, large],
  ])
    await act(
      `an item saved, ${size} there`,
      SAVES,
      () => eachOf(SAVES, (at) => save(one, `new ${at}`)),
      (at) => save(one, `later ${at}`),
    );
  return [small, large];
}

async function edits({ act }, own) {
  const edit = await editorOf(own);
  await act(
    "an edit, which keeps a version",
    SAVES,
    () => eachOf(SAVES, (at) => edit(`edit ${at}`)),
    (at) => edit(`later ${at}`),
  );
}

async function pulls({ people, act }, own) {
  await own.client.vault.pull();
  const pull = () => own.client.vault.pull();
  await act("a pull, nothing changed", PULLS, () => eachOf(PULLS, pull), pull);
  const others = [];
  await eachOf(PULLS / 10, async () => {
    const device = await people.signIn(own.email);
    await device.client.vault.pull();
    others.push(device);
  });
  const edit = await editorOf(own);
  for (const { client } of others) await client.vault.pull();
  await edit("changed");
  await act("a pull, one item changed", others.length, () => eachOf(others.length, (at) => others[at].client.vault.pull()));
  await act(
    "a page load: what is kept there, one pull",
    others.length,
    () => eachOf(others.length, (at) => again(others[at])),
    (at) => again(others[at]),
  );
  await act("a full pull of 1,200 items", FULL_PULLS, () =>
    eachOf(FULL_PULLS, (at) => again(others[at % others.length], memoryRecordStore())),
  );
}

async function again(device, records) {
  const client = device.reload(records);
  await client.account.resume();
  await client.vault.pull();
}

/** Each on a device that the account does not know, and again on one that it knows. */
async function signIns({ people, act }, emails) {
  const devices = Array.from({ length: SIGN_INS }, () => people.newDevice());
  const signIn = (at) => people.signIn(emails[at], devices[at]);
  // The first device of an account is told to no one.
  await eachOf(SIGN_INS, (at) => people.signIn(emails[at]));
  await act("a sign-in on a further device", SIGN_INS, () => eachOf(SIGN_INS, signIn));
  for (const { client } of devices) await client.account.logout();
  await act("a sign-in on a known device", SIGN_INS, () => eachOf(SIGN_INS, signIn), signIn);
  return devices;
}

async function shares({ people, act }, own) {
  const other = await people.person("other@example.com", 0);
  const { items } = await own.client.vault.pull();
  const share = (at) => own.client.sharing.share({ id: items[at].id, email: other.email, permission: PERMISSION, expiresAt: null });
  await share(0);
  await act(
    "an item shared with a person",
    SHARES,
    () => eachOf(SHARES, (at) => share(1 + at)),
    (at) => share(1 + SHARES + at),
  );
  await act("the other person's pull of these, for each", SHARES, () => other.client.vault.pull());
}

async function teams({ people, act }) {
  const bosses = [];
  const members = [];
  for (let at = 0; at < TEAMS; at++) {
    bosses.push(await people.person(`boss-${at}@example.com`, 0, 1));
    for (let number = 1; number < IN_TEAM; number++) members.push(await people.person(`member-${at}-${number}@example.com`, 0));
  }
  await act(`a team of ${IN_TEAM}`, TEAMS, () =>
    eachOf(TEAMS, (at) => gather(bosses[at], members.slice(at * (IN_TEAM - 1), (at + 1) * (IN_TEAM - 1)))),
  );
}

async function gather({ client }, members) {
  const { id: teamId } = await client.team.createTeam({ name: "Engineering", description: "" });
  for (const member of members) {
    const link = new URL(await client.team.invite({ email: member.email, roleId: 3, teamId, by: "link" }));
    await member.client.team.joinInvited({ token: link.searchParams.get("token"), fragment: link.hash });
    // As the pages of both do every few seconds.
    await client.team.maintain();
    await member.client.team.maintain();
  }
}

/** Lines that stay open: what they cost while nothing happens. */
async function streams({ act, meter, people }, devices) {
  const count = devices.length * STREAMS_OF_ONE;
  const before = await connections(meter);
  await people.forgetLimits();
  const ends = devices.flatMap((device) => Array.from({ length: STREAMS_OF_ONE }, () => listen(people.origin, device.token())));
  await sleep(10_000);
  await act(`an open stream, one minute`, (count * IDLE_SECONDS) / 60, () => sleep(IDLE_SECONDS * 1_000));
  console.log(`connections to PostgreSQL before, and with ${count} streams: ${before}, ${await connections(meter)}`);
  for (const end of ends) end();
}

/** As an app does it, but for what it makes of the news. @returns what ends it */
function listen(origin, authorization) {
  const asking = get(`${origin}/api/vault/news`, { agent: false, headers: { authorization, accept: "application/json" } }, (reply) => {
    if (reply.statusCode !== 200) throw new Error(`A stream was refused with ${reply.statusCode}`);
    reply.resume().on("error", () => undefined);
  }).on("error", () => undefined);
  return () => asking.destroy();
}

const connections = async ({ query }) =>
  (await query("select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'")).rows[0].count;

const YARDSTICK = 2_000;

/** What the same machine needs at that moment for what is as small as can be. @returns milliseconds of processor time of each */
export async function measureYardsticks({ meter, url }) {
  await meter.query("create table if not exists scale_yardstick (n int)");
  const before = meter.cpu();
  await eachOf(YARDSTICK, (at) => meter.query("insert into scale_yardstick values ($1)", [at]));
  const between = meter.cpu();
  await meter.query("drop table scale_yardstick");
  const from = meter.cpu();
  await eachOf(YARDSTICK, () => status(url));
  return { insert: (between.postgres - before.postgres) / YARDSTICK, status: (meter.cpu().node - from.node) / YARDSTICK };
}

/** Each hundred from another address: one is limited. */
const status = (url, at) =>
  new Promise((resolve, reject) => {
    get(`${url}/api/status`, { headers: { "x-forwarded-for": `10.9.${Math.floor(at / 100)}.1` } }, (reply) =>
      reply.resume().on("end", resolve),
    ).on("error", reject);
  });
