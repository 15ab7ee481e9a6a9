/** What a device makes of what others sign about its team's log, and of their silence. */
import { api } from "@coffer/contract/api";
import type { SignedEntry } from "@coffer/contract/team-log";
import { type Mark, markMessage } from "@coffer/contract/team-marks";
import type { LogChange } from "@coffer/core/team/log-state";
import { fingerprint, generateId, generateIdentity, openSigner, type Signer, toBase64Url, toHex } from "@coffer/crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { SharingContext } from "../sharing/context.ts";
import type { Statement } from "../sharing/statements.ts";
import { NOW, ownAccount } from "../testing/own-account.ts";
import { alarmOf, endAlarmIfAgreed, goOnAlone, goOnWithThisLog, LogWatch } from "./log-watch.ts";
import { takeOut } from "./pressed-changes.ts";
import { emptyLog, pointOf, type VerifiedLog, writeEntries } from "./verified-log.ts";

const DAY_MS = 86_400_000;
const teamId = generateId();
let context: SharingContext;
let log: VerifiedLog;
let cat: { readonly id: string; readonly email: string; readonly publicKey: string; readonly signer: Signer };
let marks: Mark[];
let entries: SignedEntry[];
let authors: string[];
let left: unknown[];

const add = async (at: number, ...changes: LogChange[]): Promise<void> => {
  log = (await writeEntries(log, changes, await context.identity(), at)).known;
};
const never = async (): Promise<VerifiedLog> => {
  throw new Error("the log is asked for again");
};

/** Cat is in, since that many days. */
async function withCat(days: number): Promise<void> {
  const at = NOW - days * DAY_MS;
  await add(at, { kind: "invite", email: cat.email, roleId: 3 });
  const member = { id: cat.id, key: toHex(await fingerprint(cat.publicKey)) };
  await add(at, { kind: "admit", invited: log.hashes.length, member });
}

async function markOf(days: number, more: Partial<Mark> = {}): Promise<Mark> {
  const said = { memberId: cat.id, ...pointOf(log), at: NOW - days * DAY_MS, publicKey: cat.publicKey, ...more };
  return { ...said, signature: toBase64Url(await cat.signer.sign(markMessage(teamId, said))) };
}

function statementOf(size: number, root: string, more: Partial<Statement> = {}): Statement {
  const { id: by, publicKey } = cat;
  return { teamId, log: { size, root }, by, publicKey, signed: async () => ({ by, publicKey, message: "", signature: "" }), ...more };
}

beforeEach(async () => {
  [marks, left, entries, authors] = [[], [], [], []];
  context = await ownAccount((spec, input) => {
    if ((spec as unknown) === api.team.readMarks) return { success: true, marks };
    if ((spec as unknown) === api.team.leaveMark) left.push(input);
    return { success: true, entries, authors };
  });
  const { secret, public: publicKey } = await generateIdentity();
  cat = { id: generateId(), email: "cat@example.com", publicKey, signer: await openSigner(secret) };
  const { accountId: id, email, publicKey: own } = await context.identity();
  log = emptyLog(teamId);
  const founder = { id, email, key: toHex(await fingerprint(own)) };
  await add(NOW - 99 * DAY_MS, { kind: "found", founder, isMember: true, admins: [], check: "0".repeat(64) });
});

describe("what another member has signed of the log", () => {
  beforeEach(() => withCat(1));
  const settle = async (statement: Statement, readAgain = never) => {
    const watch = new LogWatch();
    watch.hear(statement);
    await watch.compare(context, log, readAgain);
    return alarmOf(context, teamId);
  };

  it("is heard, however much others say of the same team", async () => {
    const watch = new LogWatch();
    await watch.compare(context, log, never);
    for (let at = 0; at < 600; at++) watch.hear(statementOf(2, at.toString(16).padStart(64, "0"), { by: generateId() }));
    watch.hear(statementOf(2, "f".repeat(64)));
    await watch.compare(context, log, never);
    expect(await alarmOf(context, teamId)).toMatchObject({ code: "log_forked", by: cat.email });
  });

  it("says nothing when it agrees, is of another team, or by another account or key", async () => {
    const root = "f".repeat(64);
    const { public: otherKey } = await generateIdentity();
    for (const one of [
      statementOf(1, log.hashes[0] ?? ""),
      statementOf(2, root, { teamId: generateId() }),
      statementOf(2, root, { by: generateId() }),
      statementOf(2, root, { publicKey: otherKey }),
    ])
      expect(await settle(one)).toBeNull();
  });

  it("stops the team when that entry is another one, until the person goes on with this log", async () => {
    const forked = statementOf(2, "f".repeat(64));
    expect(await settle(forked)).toMatchObject({
      code: "log_forked",
      by: cat.email,
      theirs: forked.log,
      own: { size: 2, root: log.hashes[1] },
    });
    const watch = new LogWatch();
    expect(await watch.mayAct(context, log, never)).toBe(false);
    await expect(watch.requireShareable(context, log, "new")).rejects.toMatchObject({ name: "TeamStoppedError", code: "log_forked" });
    expect(await endAlarmIfAgreed(context, log)).toBe(false);
    await goOnWithThisLog(context, teamId);
    expect(await settle(forked)).toBeNull();
    await watch.requireShareable(context, log, "new");
  });

  it("lets no one be taken out before the person has decided", async () => {
    await settle(statementOf(2, "f".repeat(64)));
    const read = () => Promise.reject(new Error("the log is asked for again"));
    const teamSession = { ensureTrustLoaded: async () => undefined, read, pin: async () => undefined };
    const team = { sharing: async () => context, teamSession };
    await expect(takeOut(team, { teamId, userIds: [cat.id] })).rejects.toMatchObject({ name: "TeamStoppedError", code: "log_forked" });
  });

  it("has missing entries asked for first, and stops the team when they do not come; it goes on when they do", async () => {
    const short = log;
    await add(NOW, { kind: "invite", email: "dan@example.com", roleId: 3 });
    const [whole, ahead] = [log, statementOf(log.hashes.length, log.hashes.at(-1) ?? "")];
    log = short;
    expect(await settle(ahead, async () => whole)).toBeNull();
    expect(await settle(ahead, async () => short)).toMatchObject({ code: "log_withheld", own: { size: short.hashes.length } });
    expect(await endAlarmIfAgreed(context, whole)).toBe(true);
    expect(await alarmOf(context, teamId)).toBeNull();
  });

  it("is kept as evidence without an entry, where the server gives another one than this device has verified", async () => {
    const { accountId: by, publicKey } = await context.identity();
    const key = toHex(await fingerprint(publicKey));
    const text = JSON.stringify({ team: teamId, seq: 2, previous: log.hashes[0], by, key, at: 0, change: { kind: "later" } });
    [entries, authors] = [[{ text, signature: "A".repeat(86) }], [publicKey]];
    const { evidence } = (await settle(statementOf(2, "f".repeat(64)))) ?? { evidence: "{}" };
    expect(Object.keys(JSON.parse(evidence))).toEqual(["what", "version", "kind", "team", "theirs", "own"]);
  });

  it("is compared later when the server cannot be asked", async () => {
    const watch = new LogWatch();
    watch.hear(statementOf(9, "f".repeat(64)));
    await expect(watch.compare(context, log, never)).rejects.toThrow("asked for again");
    await watch.compare(context, log, async () => log);
    expect(await alarmOf(context, teamId)).toMatchObject({ code: "log_withheld" });
  });
});

describe("the silence of all other members", () => {
  const waitedFor = async (watch = new LogWatch()) => {
    await watch.mayAct(context, log, async () => log);
    return watch.waitedFor(context, log);
  };

  it("does not concern a team of one, nor one that admitted someone in the last seven days", async () => {
    expect(await waitedFor()).toEqual([]);
    await withCat(6);
    expect(await waitedFor()).toEqual([]);
  });

  it("is named with the day of the last word, and ends by a mark, or by the person for seven days", async () => {
    await withCat(12);
    const watch = new LogWatch();
    expect(await waitedFor(watch)).toEqual([{ email: cat.email, at: NOW - 12 * DAY_MS }]);
    await expect(watch.requireShareable(context, log, "new")).rejects.toMatchObject({
      name: "TeamQuietError",
      message: expect.stringContaining(cat.email),
    });
    await watch.requireShareable(context, log, "again");
    expect(await watch.mayAct(context, log, never)).toBe(false);
    await goOnAlone(context, teamId);
    expect(await watch.mayAct(context, log, never)).toBe(true);
    const later = { ...context, now: () => NOW + 8 * DAY_MS };
    expect(await watch.waitedFor(later, log)).toHaveLength(1);
    marks = [await markOf(1)];
    expect(await watch.mayAct({ ...context, now: () => NOW + 5 * DAY_MS }, log, never)).toBe(true);
  });

  it("is broken by a mark of a member whose admission is dated in the future, and not by that admission", async () => {
    await withCat(-99);
    expect(await waitedFor()).toEqual([{ email: cat.email, at: 0 }]);
    marks = [await markOf(1)];
    expect(await waitedFor()).toEqual([]);
  });

  it("is not broken by a mark that is old, of the future, of another key, or signed over something else", async () => {
    await withCat(12);
    const { public: publicKey } = await generateIdentity();
    marks = [await markOf(8), await markOf(-3), await markOf(1, { publicKey }), { ...(await markOf(8)), at: NOW }];
    for (const mark of marks) {
      marks = [mark];
      expect(await waitedFor()).toHaveLength(1);
    }
  });
});

it("leaves a mark once a day, of the log as this device has verified it", async () => {
  await withCat(1);
  await new LogWatch().mayAct(context, log, never);
  const { accountId: memberId, publicKey } = await context.identity();
  const [mine] = left as Mark[];
  expect(mine).toMatchObject({ ...pointOf(log), at: NOW });
  marks = [{ ...pointOf(log), memberId, publicKey, at: NOW, signature: mine?.signature ?? "" }];
  await new LogWatch().mayAct(context, log, never);
  expect(left).toHaveLength(1);
});
