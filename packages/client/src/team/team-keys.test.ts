/** Copies of a team's key: only the key that the team's log names is stored. */
import { api } from "@coffer/contract/api";
import type { TeamLog } from "@coffer/contract/team-log";
import type { LogChange } from "@coffer/core/team/log-state";
import { fingerprint, generateId, generateIdentity, generateKey, openSigner, type SecretKey, teamKeyCheck, toHex } from "@coffer/crypto";
import { sealGrant } from "@coffer/crypto/seal-grant";
import { expect, it, vi } from "vitest";
import { keyIn, readTrust } from "../sharing/trust-store.ts";
import { ownAccount } from "../testing/own-account.ts";
import { openKeys } from "./team-keys.ts";
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
