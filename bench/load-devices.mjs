/** Devices of people for `bench -- load`: real clients that hear of changes over an open line, and do now and then what people do. */
import { setTimeout as sleep } from "node:timers/promises";
import { memoryKeyStore, memoryRecordStore, openClient } from "../packages/client/dist/index.js";
import { blankDraft } from "../packages/core/dist/items/item.js";

/** What a device does next, and how often of a hundred. */
const ACTS = [
  [30, "a new login", createLogin],
  [30, "an edit", edit],
  [10, "a login put into the trash", trash],
  [15, "a pull of what is new", ({ client }) => client.vault.pull()],
  [8, "a page load", (device) => reload(device)],
  [4, "a page load with nothing kept", (device) => reload(device, memoryRecordStore())],
  [3, "a sign-out and a sign-in", signInAgain],
];

/** @param at - its number: each has an address of its own, as people have @param tally - gets every answer and every failure */
export async function openDevice({ origin, account, at, tally }) {
  const device = { account, at, keys: memoryKeyStore(), records: memoryRecordStore(), own: [], tally, origin, client: null, unwatch: null };
  await open(device);
  await signIn(device);
  return device;
}

async function open(device) {
  const { origin, keys, records, tally, at } = device;
  const address = `10.20.${Math.floor(at / 250)}.${1 + (at % 250)}`;
  const asIts = async (url, options) => {
    const reply = await fetch(url, { ...options, headers: { ...options.headers, "x-forwarded-for": address } });
    tally.answered(new URL(url).pathname, reply.status);
    return reply;
  };
  device.client = openClient({ origin, keys, records, fetch: asIts, device: `load ${at}`, estimateStrength: async () => null });
}

async function signIn(device) {
  const { email, password } = device.account;
  await device.client.account.login({ email, password });
  await device.client.vault.pull();
  watch(device);
}

/** As the app does: whatever is heard, everything new is pulled. */
function watch(device) {
  const { client, tally } = device;
  let isOver = false;
  const onChange = async () => {
    try {
      const { items } = await tally.time("a pull after news", () => client.vault.pull());
      device.account.saves.seen(device, items);
    } catch (error) {
      // Of a page that has just been left, or a session that is over.
      if (!isOver) tally.failed("a pull after news", error);
    }
  };
  const end = client.vault.watch({ onChange });
  device.unwatch = () => {
    isOver = true;
    end();
  };
}

const [SITE, USERNAME, PASSWORD] = ["https://load.example/login", "ann@load.example", "x".repeat(20)];
const draftOf = (title, notes, categoryId) => ({
  ...blankDraft("password"),
  categoryId,
  fields: { ...blankDraft("password").fields, title, notes, username: USERNAME, website_url: SITE, password: PASSWORD },
});

/** Every fourth goes into the vault that two people share. */
async function createLogin(device) {
  const { client, account, own } = device;
  const isShared = account.sharedId !== null && Math.random() < 0.25;
  const item = await client.vault.create({ draft: draftOf(`load ${Math.random()}`, "0", isShared ? account.sharedId : null) });
  own.push(item);
  account.saves.made(device, item.id, isShared);
}

async function edit(device) {
  const { client, own } = device;
  const at = Math.floor(Math.random() * own.length);
  if (own[at] === undefined) return createLogin(device);
  const { title, notes } = own[at].fields;
  const draft = draftOf(title, String(Number(notes) + 1), own[at].categoryId);
  own[at] = (await client.vault.update({ base: own[at], draft })).item;
}

async function trash(device) {
  const { client, own, account } = device;
  const item = own.shift();
  if (item === undefined) return createLogin(device);
  await client.vault.remove({ ids: [item.id] });
  account.saves.gone(item.id);
}

async function reload(device, records = device.records) {
  device.unwatch();
  device.records = records;
  await open(device);
  await device.client.account.resume();
  await device.client.vault.pull();
  watch(device);
}

async function signInAgain(device) {
  device.unwatch();
  await device.client.account.logout();
  await signIn(device);
}

function draw() {
  const drawn = Math.random() * 100;
  let sum = 0;
  return ACTS.find(([share]) => {
    sum += share;
    return drawn < sum;
  });
}

/** Until `isOver`. @param pauseMs - between two acts of one device, on average */
export async function live(device, pauseMs, isOver) {
  const { tally } = device;
  for (;;) {
    await sleep(-Math.log(1 - Math.random()) * pauseMs);
    if (isOver()) return device.unwatch();
    const [, name, act] = draw();
    try {
      await tally.time(name, () => act(device));
    } catch (error) {
      tally.failed(name, error);
    }
  }
}
