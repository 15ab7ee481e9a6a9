/** Copies of a team's key: only the key that the team's log names is stored. */
import { api } from "@coffer/contract/api";
import type { TeamLog } from "@coffer/contract/team-log";
import type { LogChange } from "@coffer/core/team/log-state";
import { fingerprint, generateId, generateIdentity, generateKey, openSigner, type SecretKey, teamKeyCheck, toHex } from "@coffer/crypto";
import { sealGrant } from "@coffer/crypto/seal-grant";
import { expect, it, vi } from "vitest";
import { keyIn, readTrust } from "../sharing/trust-store.ts";
import { ownAccount } from "../testing/own-account.ts";
import { MOST_KEYS, openKeys } from "./team-keys.ts";
import { emptyLog, verifyEntries, writeEntries } from "./verified-log.ts";

/** A team that someone else has founded, and a copy of a key that they have granted to this account. */
async function granted(keyOfCopy: (ofTeam: SecretKey) => SecretKey) {
  const refused = vi.fn((_input: unknown): unknown => ({ success: true }));
  const context = await ownAccount((spec, input) => ((spec as unknown) === api.team.refuseKey ? refused(input) : null));
  const { secret, public: publicKey } = await generateIdentity();
  const founder = {
    accountId: generateId(),
    email: "maker@example.com",
    publicKey,
    signer: await openSigner(secret),
    secret: async () => secret,
  };
  const [teamId, key, id, createdAt] = [generateId(), generateKey(), generateId(), 1];
  const check = toHex(await teamKeyCheck({ teamId, epoch: 1 }, key));
  const person = { id: founder.accountId, email: founder.email, key: toHex(await fingerprint(publicKey)) };
  const found: LogChange = { kind: "found", founder: person, isMember: true, admins: [], check };
  const { entries } = await writeEntries(emptyLog(teamId), [found], founder, 1);
  const log = await verifyEntries(emptyLog(teamId), { entries, authors: [publicKey] });
  const own = await context.identity();
  const terms = { grantId: id, scopeId: teamId, scopeKind: "team", epoch: 1, permission: "read", createdAt } as const;
  const recipient = { accountId: own.accountId, publicKey: own.publicKey };
  const copy = await sealGrant({ ...terms, sender: founder, recipient }, keyOfCopy(key), founder.signer);
  const keys = [{ id, memberId: own.accountId, senderId: founder.accountId, epoch: 1, createdAt, key: copy }];
  const reply: TeamLog = { success: true, entries, authors: [publicKey], keys, people: [], members: [founder.accountId, own.accountId] };
  await openKeys(context, log, reply);
  return { stored: keyIn(await readTrust(context), teamId, 1), key, id, refused };
}

it("the key that the log names is stored", async () => {
  const { stored, key, refused } = await granted((ofTeam) => ofTeam);
  expect(stored).toEqual(key);
  expect(refused).not.toHaveBeenCalled();
});

it("a correctly signed copy of another key is not stored, and the server is told", async () => {
  const { stored, id, refused } = await granted(() => generateKey());
  expect(stored).toBeNull();
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ grantId: id }));
});

it("of many keys that were drawn meanwhile those that are newest are stored, in one save", async () => {
  const context = await ownAccount();
  const founder = { ...(await context.identity()), accountId: generateId(), email: "maker@example.com" };
  const [teamId, own] = [generateId(), await context.identity()];
  const key = generateKey();
  const checkOf = async (epoch: number) => toHex(await teamKeyCheck({ teamId, epoch }, key));
  const person = { id: founder.accountId, email: founder.email, key: toHex(await fingerprint(founder.publicKey)) };
  const found: LogChange = { kind: "found", founder: person, isMember: true, admins: ["manage_team"], check: await checkOf(1) };
  const { known: first } = await writeEntries(emptyLog(teamId), [found], founder, 1);
  const newest = MOST_KEYS + 3;
  const checks = new Map(await Promise.all(Array.from({ length: newest }, async (_, at) => [at + 1, await checkOf(at + 1)] as const)));
  const log = { ...first, state: { ...first.state, epoch: newest, checks } };
  const recipient = { accountId: own.accountId, publicKey: own.publicKey };
  const copyOf = async (epoch: number) => {
    const [id, createdAt] = [generateId(), 1];
    const terms = { grantId: id, scopeId: teamId, scopeKind: "team", epoch, permission: "read", createdAt } as const;
    const copy = await sealGrant({ ...terms, sender: founder, recipient }, key, founder.signer);
    return { id, memberId: own.accountId, senderId: founder.accountId, epoch, createdAt, key: copy };
  };
  const reply = async (...epochs: number[]): Promise<TeamLog> => ({
    ...{ success: true, entries: [], authors: [founder.publicKey], people: [], members: [] },
    keys: await Promise.all(epochs.map(copyOf)),
  });
  const before = { ...log, state: { ...log.state, epoch: 5 } };
  await openKeys(context, before, await reply(2, 5));
  const commit = vi.spyOn(await context.scope(), "commit");
  await openKeys(context, log, await reply(1, newest - 2, newest - 1, newest));
  expect(commit).toHaveBeenCalledTimes(1);
  const { keys } = await readTrust(context);
  expect(Object.keys(keys[teamId] ?? {}).map(Number)).toEqual([5, newest - 2, newest - 1, newest]);
});
