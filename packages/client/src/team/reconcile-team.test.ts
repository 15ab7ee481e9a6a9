/** What a member's client signs unattended: nothing because the server lists it, or leaves it out. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { invitedMessage, readEntry, type TeamLog } from "@coffer/contract/team-log";
import type { LogChange } from "@coffer/core/team/log-state";
import {
  fingerprint,
  generateId,
  generateIdentity,
  generateInviteKey,
  generateKey,
  proveInvited,
  teamKeyCheck,
  toHex,
} from "@coffer/crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, withKey, withPendingChanges, withPerson } from "../sharing/trust-store.ts";
import { NOW, ownAccount } from "../testing/own-account.ts";
import { reconcileTeam } from "./reconcile-team.ts";
import { toConfirm } from "./to-confirm.ts";
import { emptyLog, type VerifiedLog, writeEntries } from "./verified-log.ts";

type Person = TeamLog["people"][number];
interface Written {
  readonly changes: readonly (LogChange | null)[];
  /** For whom. */
  readonly copies: readonly string[];
}

const teamId = generateId();
let context: SharingContext;
let log: VerifiedLog;
let written: Written[];
/** What the server says of the next key. */
let isRefused: boolean;
let cat: Person;
let dan: Person;

const printOf = async (publicKey: string): Promise<string> => toHex(await fingerprint(publicKey));
const aPerson = async (name: string): Promise<Person> => ({
  ...{ id: generateId(), email: `${name}@example.com`, publicKey: (await generateIdentity()).public, proof: null },
});
const withOtherKey = async (person: Person): Promise<Person> => ({ ...person, publicKey: (await generateIdentity()).public });
const add = async (...changes: LogChange[]): Promise<void> => {
  log = (await writeEntries(log, changes, await context.identity(), NOW)).known;
};
const admit = async ({ id, email, publicKey }: Person): Promise<void> => {
  await add({ kind: "invite", email, roleId: 3 });
  const invited = [...log.state.invites.keys()].at(-1) ?? 0;
  await add({ kind: "admit", invited, member: { id, key: await printOf(publicKey) } });
};
/** Their safety number was compared, or they were only met. */
async function pin({ id, email, publicKey }: Person, isVerified: boolean): Promise<void> {
  const print = await printOf(publicKey);
  await changeTrust(context, (store) => withPerson(store, id, { email, fingerprint: print, isVerified, since: NOW }));
}

/** As the server answers. @param listed - its members; everyone in the log when absent */
async function reply(people: readonly Person[], listed?: readonly string[]): Promise<TeamLog> {
  const { accountId } = await context.identity();
  const members = listed ?? [...new Set([accountId, ...log.state.members.keys(), ...people.map(({ id }) => id)])];
  return { success: true, entries: [], authors: [], keys: [], members: [...members], people: [...people] };
}

/** Of one session. */
const aReader = () => ({ read: async () => ({ reply: await reply([cat, dan].filter(({ id }) => log.state.members.has(id))) }) });

async function reconciled(people: readonly Person[], listed?: readonly string[], reader = aReader()): Promise<Written[]> {
  await reconcileTeam(context, reader, log, await reply(people, listed));
  return written;
}

beforeEach(async () => {
  [written, isRefused] = [[], false];
  context = await ownAccount((spec, input) => {
    if ((spec as unknown) === api.team.teamMembers) return { pendingInvitations: [cat, dan], roles: [{}] };
    if ((spec as unknown) !== api.team.writeLog) return null;
    if (isRefused) throw new AppError("team_key_incomplete");
    const { entries, keys } = input as { entries: { text: string }[]; keys: { memberId: string }[] };
    written.push({ changes: entries.map(({ text }) => readEntry(text)?.change ?? null), copies: keys.map(({ memberId }) => memberId) });
    return { success: true };
  });
  await found(teamId);
  [cat, dan] = [await aPerson("cat"), await aPerson("dan")];
});

async function found(id: string): Promise<void> {
  const [{ accountId, email, publicKey }, key] = [await context.identity(), generateKey()];
  await changeTrust(context, (store) => withKey(store, id, 1, key));
  const check = toHex(await teamKeyCheck({ teamId: id, epoch: 1 }, key));
  log = emptyLog(id);
  await add({ kind: "found", founder: { id: accountId, email, key: await printOf(publicKey) }, isMember: true, admins: [], check });
}

const questions = async (people: readonly Person[], listed?: readonly string[]) =>
  (await toConfirm(context, log, await reply(people, listed))).map(({ kind, email, isCompared }) => ({ kind, email, isCompared }));

describe("members whom the server does not list", () => {
  it("stay in the log, and are shown", async () => {
    for (const one of [cat, dan]) await admit(one);
    const { accountId } = await context.identity();
    expect(await reconciled([], [accountId])).toEqual([]);
    expect(await questions([], [accountId, dan.id])).toEqual([{ kind: "gone", email: cat.email, isCompared: false }]);
    expect(await questions([])).toEqual([]);
  });

  it("who have left by the log do not have the next key, which is drawn at once", async () => {
    for (const one of [cat, dan]) await admit(one);
    await add({ kind: "remove", id: cat.id });
    const [call, ...more] = await reconciled([]);
    expect(call?.changes).toEqual([{ kind: "key", epoch: 2, check: expect.any(String), copies: expect.any(String) }]);
    expect(call?.copies).toEqual([dan.id]);
    expect(more).toEqual([]);
  });

  it("who have left are followed by a key that names whom it leaves out, where the server shows another key for a member", async () => {
    for (const one of [cat, dan]) await admit(one);
    await add({ kind: "remove", id: cat.id });
    await pin(await withOtherKey(dan), true);
    const [call] = await reconciled([]);
    expect([call?.changes, call?.copies]).toMatchObject([[{ kind: "key", without: [dan.id] }], []]);
  });

  it("who have left are followed by the next key also where another team's, whose log is as long, was refused", async () => {
    const reader = aReader();
    const leave = async (): Promise<void> => {
      for (const one of [cat, dan]) await admit(one);
      await add({ kind: "remove", id: cat.id });
    };
    await leave();
    isRefused = true;
    expect(await reconciled([], undefined, reader)).toEqual([]);
    isRefused = false;
    expect(await reconciled([], undefined, reader), "nothing has changed there").toEqual([]);
    await found(generateId());
    await leave();
    expect((await reconciled([], undefined, reader)).map(({ changes }) => changes)).toMatchObject([[{ kind: "key", epoch: 2 }]]);
  });

  it("who left and came back with the key they had get no other one for it", async () => {
    await admit(cat);
    await add({ kind: "remove", id: cat.id });
    await admit(cat);
    expect(await reconciled([])).toEqual([]);
  });
});

describe("a person who came by a mailed link", () => {
  beforeEach(() => add({ kind: "invite", email: cat.email, roleId: 2 }));

  it("is not admitted unattended, not even one whose number was compared: they are shown with what is known", async () => {
    expect(await reconciled([cat])).toEqual([]);
    expect(await questions([cat])).toEqual([{ kind: "let-in", email: cat.email, isCompared: false }]);
    await pin(cat, true);
    expect(await reconciled([cat])).toEqual([]);
    expect(await questions([cat])).toEqual([{ kind: "let-in", email: cat.email, isCompared: true }]);
  });

  it("is shown no more once the server does not list them", async () => {
    const { accountId } = await context.identity();
    expect(await questions([cat], [accountId])).toEqual([]);
  });

  it.each([true, false])("is blocked where the server shows another key than the known one (compared: %s)", async (isVerified) => {
    await pin(cat, isVerified);
    const shown = await withOtherKey(cat);
    expect(await reconciled([shown])).toEqual([]);
    expect(await questions([shown])).toEqual([{ kind: "blocked", email: cat.email, isCompared: false }]);
  });
});

describe("a person who came by a copied link", () => {
  async function come(person: Person): Promise<Person> {
    const { public: proof, secret } = await generateInviteKey();
    await add({ kind: "invite", email: person.email, roleId: 3, proof });
    return {
      ...person,
      proof: await proveInvited(secret, invitedMessage(teamId, { id: person.id, key: await printOf(person.publicKey) })),
    };
  }

  it("is admitted unattended by the proof of the link's secret, and given the key in the same call", async () => {
    const [call, ...more] = await reconciled([await come(cat)]);
    expect(call?.changes).toMatchObject([{ kind: "admit", member: { id: cat.id, key: await printOf(cat.publicKey) } }]);
    expect(call?.copies).toEqual([cat.id]);
    expect(more).toEqual([]);
  });

  it("is not admitted with the proof for another key, or none", async () => {
    const proven = await come(cat);
    expect(await reconciled([{ ...proven, proof: null }, await withOtherKey(proven)])).toEqual([]);
  });

  it("is blocked where this device knows another key of theirs", async () => {
    await pin(await withOtherKey(cat), false);
    const proven = await come(cat);
    expect(await reconciled([proven])).toEqual([]);
    expect(await questions([proven])).toEqual([{ kind: "blocked", email: cat.email, isCompared: false }]);
  });
});

describe("a member who lacks the key", () => {
  beforeEach(() => admit(cat));

  it("is given it under the key that the log names", async () => {
    expect(await reconciled([cat])).toEqual([{ changes: [], copies: [cat.id] }]);
    expect(await questions([cat])).toEqual([]);
  });

  it("is given nothing under another key, and it is shown", async () => {
    const shown = await withOtherKey(cat);
    expect(await reconciled([shown])).toEqual([]);
    expect(await questions([shown])).toEqual([{ kind: "other-key", email: cat.email, isCompared: false }]);
  });

  it("is given nothing under the log's key where the numbers were compared for another one, and it is shown", async () => {
    await pin(await withOtherKey(cat), true);
    expect(await reconciled([cat])).toEqual([]);
    expect(await questions([cat])).toEqual([{ kind: "other-key", email: cat.email, isCompared: false }]);
  });
});

describe("an invitation that waits for its place in the log", () => {
  const invited = ({ email }: Person): LogChange => ({ kind: "invite", email, roleId: 3 });
  const wait = (...changes: LogChange[]) => changeTrust(context, (store) => withPendingChanges(store, teamId, changes));

  it("is signed for who is not in the team yet, and for no one who is", async () => {
    await admit(cat);
    await wait(invited(cat), invited(dan));
    expect((await reconciled([cat])).flatMap(({ changes }) => changes)).toEqual([invited(dan)]);
  });
});
