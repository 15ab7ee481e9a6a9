/** What `cells.mjs` tries: each trial is a sentence that holds or does not, and what people read where something is refused. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findRunning } from "../../apps/server/dist/db/find-running.js";
import { cpuOf } from "../../bench/server.mjs";
import { memoryKeyStore, memoryRecordStore, openClient } from "../../packages/client/dist/index.js";
import { parseInvitation } from "../../packages/core/dist/account/invitation-link.js";
import { blankDraft } from "../../packages/core/dist/items/item.js";
import { ROOT } from "../ensure.mjs";

const { Client } = createRequire(join(ROOT, "apps/server/package.json"))("pg");
const PASSWORD = "Correct-Horse-Cells-1!";
const ITEMS = 5;
const HEARD_WITHIN_MS = 15_000;
const COMPANY = ["erin@company.example", "frank@company.example"];

const SITE = { username: "ann", website_url: "https://www.cells.example/login", password: "x".repeat(20) };
const login = (title) => ({ ...blankDraft("password"), fields: { ...blankDraft("password").fields, ...SITE, title } });

/** The `authorization` of the last call of each device. */
const shownBy = new WeakMap();

function newDevice(origin) {
  const asIts = (url, options) => {
    const { authorization } = options.headers;
    if (authorization) shownBy.set(device, authorization);
    return fetch(url, options);
  };
  const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
  const device = openClient({ origin, keys, records, fetch: asIts, device: "cells", estimateStrength: async () => null });
  return device;
}

/** @returns what a person reads; null where nothing was refused */
const refusalOf = async (work) => {
  try {
    await work();
    return null;
  } catch (error) {
    return error.message;
  }
};

/** @returns whether all held */
export async function tryAll(setting) {
  let allHeld = true;
  const say = (holds, sentence) => {
    allHeld &&= holds;
    console.log(`${holds ? "holds " : "BROKEN"}  ${sentence}`);
  };
  const read = (what, sentence) => console.log(sentence === null ? `done    ${what}` : `refused ${what}: ${sentence}`);
  const context = { ...setting, say, read };
  const people = await everyday(context);
  await withinCell(context, people);
  await acrossCells(context, people);
  await cost(context, people);
  await outages(context, people);
  return allHeld;
}

/** As many in each cell, and those of the company. */
function emailsOf({ count, cells, cell }) {
  const drawn = Array.from({ length: count * 20 }, (_, at) => `person${at + 1}@example.com`);
  return [...cells.flatMap((one) => drawn.filter((email) => cell(email) === one).slice(0, count / cells.length)), ...COMPANY];
}

/** Registers by a link of the operator, signs in, saves, and reads back on another device. */
async function everyday(context) {
  const { origin, cell, say, cells } = context;
  const people = new Map();
  for (const email of emailsOf(context)) {
    await newDevice(origin).account.register({ token: inviteTo(cell(email), email), email, password: PASSWORD, hint: null });
    people.set(email, await signIn(origin, email));
  }
  for (const [email, { vault }] of people) for (let at = 0; at < ITEMS; at++) await vault.create({ draft: login(`${email} ${at}`) });
  const back = [];
  for (const email of people.keys()) back.push(namesOf(await signIn(origin, email)).filter((name) => name.startsWith(email)).length);
  say(
    back.every((count) => count === ITEMS),
    `${people.size} people registered, signed in, saved ${ITEMS} items each, and had them on a second device`,
  );
  const stored = await Promise.all(cells.map(accountsIn));
  const isApart = stored.every((emails, at) => emails.every((email) => cell(email) === cells[at]));
  say(
    isApart && stored.flat().length === people.size,
    `accounts in the databases: ${stored.map(({ length }) => length).join(" and ")}, each in its cell and in no other`,
  );
  say(await hears(context, people), "a second device of each hears of a save over its open line, and has it");
  return people;
}

/** By the operator's command on the machine of that cell. @returns the token of the link */
const inviteTo = ({ admin }, email, ...more) =>
  parseInvitation(new URL(admin("invite", email, ...more).split("\n")[0]).searchParams.get("token")).token;

const namesOf = ({ vault }) => vault.contents().items.map(({ fields }) => fields.title);

async function signIn(origin, email) {
  const device = newDevice(origin);
  await device.account.login({ email, password: PASSWORD });
  await device.vault.pull();
  return device;
}

/** A superuser sees everyone. */
async function accountsIn({ dataDir }) {
  const { socketDir, user, database } = await findRunning(dataDir);
  const client = new Client({ host: socketDir, user, database });
  await client.connect();
  const { rows } = await client.query("select email from account");
  await client.end();
  return rows.map(({ email }) => email);
}

async function hears({ origin }, people) {
  const all = await Promise.all([...people].map(([email, device]) => hearsOne(origin, email, device)));
  return all.every(Boolean);
}

async function hearsOne(origin, email, { vault }) {
  const second = await signIn(origin, email);
  const heard = new Promise((resolve) => {
    const end = second.vault.watch({
      onChange: async () => {
        await second.vault.pull();
        if (!namesOf(second).includes("news")) return;
        end();
        resolve(true);
      },
    });
  });
  await sleep(1_000);
  await vault.create({ draft: login("news") });
  return Promise.race([heard, sleep(HEARD_WITHIN_MS, false)]);
}

async function withinCell({ say }, people) {
  const [erin, frank] = COMPANY.map((email) => people.get(email));
  const { id } = await erin.vault.create({ draft: login("for Frank") });
  await erin.sharing.share({ id, email: COMPANY[1], permission: "read", expiresAt: null });
  await frank.vault.pull();
  say(namesOf(frank).includes("for Frank"), "two people of one company, who are in one cell by their domain, share an item");
}

/** Two people of different cells. */
const pairOf = ({ cells, cell }, people) => cells.map((one) => [...people].find(([email]) => cell(email) === one));

async function acrossCells(context, people) {
  const { say, read } = context;
  const [[, ann], [email, bob]] = pairOf(context, people);
  const { id } = await ann.vault.create({ draft: login("for Bob") });
  const share = await refusalOf(() => ann.sharing.share({ id, email, permission: "read", expiresAt: null }));
  read("an item shared with someone of the other cell", share);
  await bob.vault.pull();
  say(share !== null && !namesOf(bob).includes("for Bob"), "sharing across is refused, and nothing of it arrives");
  say(namesOf(ann).includes("for Bob"), "what could not be shared is whole where it was");
  await teamAcross(context, { email, bob });
  await invitationPages(context);
}

/** A team of the first cell invites someone who has an account in the second. */
async function teamAcross({ origin, cells, cell, read }, { email, bob }) {
  const boss = freshEmails({ cells, cell }, 0)[1];
  await newDevice(origin).account.register({ token: inviteTo(cells[0], boss, "--admin"), email: boss, password: PASSWORD, hint: null });
  const { team } = await signIn(origin, boss);
  const { id: teamId } = await team.createTeam({ name: "Engineering", description: "" });
  const link = new URL(await team.invite({ email, roleId: 3, teamId, by: "link" }));
  const join = () => bob.team.joinInvited({ token: link.searchParams.get("token"), fragment: link.hash });
  read("a team of the other cell joined by its link", await refusalOf(join));
}

/** This call names a token alone: it goes to the first cell. */
async function invitationPages({ origin, cells, cell, read }) {
  for (const [at, one] of cells.entries()) {
    const token = inviteTo(one, freshEmails({ cells, cell }, at)[0]);
    read(`the page of an invitation of cell ${one.number}`, await refusalOf(() => newDevice(origin).account.invitation({ token })));
  }
}

/** Without an account, of that cell. */
const freshEmails = ({ cells, cell }, at) =>
  Array.from({ length: 100 }, (_, number) => `fresh${number}@example.com`).filter((email) => cell(email) === cells[at]);

const CALLS_OF_ONE = 100;

/** What the way through the router costs beside what it leads to: processor time of both for the same calls, which check the session and read a few rows. */
async function cost({ origin, cells, router }, people) {
  const pids = [router().pid, ...cells.map(({ pid }) => pid)];
  const before = pids.map(cpuOf);
  for (const device of people.values()) for (let at = 0; at < CALLS_OF_ONE; at++) await statusOf(origin, device);
  const [own, ...served] = pids.map((pid, at) => (cpuOf(pid) - before[at]) / (people.size * CALLS_OF_ONE));
  const sum = served.reduce((all, one) => all + one, 0);
  console.log(
    `${people.size * CALLS_OF_ONE} calls: ${own.toFixed(2)} ms of processor time each in HAProxy, ${sum.toFixed(2)} ms in the Coffers, their databases apart`,
  );
}

/** The token alone says where its person is: the router keeps nothing. A cell that is gone takes its own people with it, and no one else. */
async function outages(context, people) {
  const { restartRouter, cells, say, read } = context;
  const [[, ann], [, bob]] = pairOf(context, people);
  await restartRouter();
  const after = await Promise.all([ann, bob].map((one) => refusalOf(() => one.vault.create({ draft: login("after the router") }))));
  say(
    after.every((one) => one === null),
    "the router is started again: sessions of both cells go on",
  );
  const wrong = await Promise.all(cells.map(({ address }) => statusOf(`http://${address}`, ann)));
  say(wrong[0] !== 401 && wrong[1] === 401, `a session of the first cell is unknown to the second (${wrong.join(", ")})`);
  process.kill(cells[1].pid, "SIGKILL");
  await sleep(2_000);
  const [other, own] = await Promise.all([ann, bob].map((one) => refusalOf(() => one.vault.create({ draft: login("while it is away") }))));
  read("a save while the cell is away", own);
  say(other === null && own !== null, "the second cell is killed: people of the first save as before");
}

async function statusOf(origin, device) {
  const { status } = await fetch(`${origin}/api/users/profiles`, { headers: { authorization: shownBy.get(device) } });
  return status;
}
