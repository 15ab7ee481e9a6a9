/**
 * `npm run bench -- log`: what it costs to read the whole log of a team of 300, each of whom came by a copied link: two signed entries and a proof a member. It has 60 ms.
 * And what a later start costs, for which the device has kept the verified log, and the server shows the last entry again.
 */
import { randomUUID } from "node:crypto";
import { memoryRecordStore } from "../packages/client/dist/index.js";
import { openKeyring } from "../packages/client/dist/keyring.js";
import { wrapTrust } from "../packages/client/dist/sync/wrapped-trust.js";
import { LogCache } from "../packages/client/dist/team/cached-log.js";
import { emptyLog, pinOf, verifyEntries, verifyNewEntries, writeEntries } from "../packages/client/dist/team/verified-log.js";
import { invitedMessage } from "../packages/contract/dist/team-log.js";
import {
  fingerprint,
  generateIdentity,
  generateInviteKey,
  generateKey,
  openSigner,
  proveInvited,
  toHex,
} from "../packages/crypto/dist/index.js";
import { medianOf } from "./measure.mjs";

const [MEMBERS, RUNS, LIMIT_MS] = [300, 9, 60];

/** @returns whether it took too long */
export async function measureReplay() {
  const teamId = randomUUID();
  const { secret, public: publicKey } = await generateIdentity();
  const founder = { accountId: randomUUID(), publicKey, signer: await openSigner(secret) };
  const { entries } = await writeEntries(emptyLog(teamId), await changesOf(teamId, founder), founder, Date.now());
  const read = { entries, authors: [publicKey] };
  const { state } = await verifyEntries(emptyLog(teamId), read);
  if (state.members.size !== MEMBERS) throw new Error(`The log has ${state.members.size} members`);
  const ms = await medianOf(RUNS, () => verifyEntries(emptyLog(teamId), read));
  const known = await verifyEntries(emptyLog(teamId), read);
  const device = await deviceWith(known);
  const again = { entries: entries.slice(-1), authors: [publicKey] };
  const laterMs = await medianOf(RUNS, async () => verifyNewEntries(await new LogCache().read(device, teamId), again));
  console.log(`${laterMs.toFixed(0).padStart(6)} ms  the same log at a later start`);
  console.log(
    `${ms.toFixed(0).padStart(6)} ms  ${ms > LIMIT_MS ? "TOO LONG  " : ""}the log of a team of ${MEMBERS}, ${entries.length} entries`,
  );
  return ms > LIMIT_MS;
}

/** A device that has kept it. */
async function deviceWith(log) {
  const ring = await openKeyring({ accountId: randomUUID(), personalScopeId: randomUUID(), keyEpoch: 1 }, null, generateKey());
  const store = { people: {}, keys: {}, teams: { [log.teamId]: pinOf(log) } };
  const trust = await wrapTrust(ring, new TextEncoder().encode(JSON.stringify(store)));
  const device = { records: memoryRecordStore(), keyring: () => ring, scope: async () => ({ trust }) };
  await new LogCache().write(device, log);
  return device;
}

async function changesOf(teamId, { accountId: id, publicKey }) {
  const key = toHex(await fingerprint(publicKey));
  const changes = [
    { kind: "found", founder: { id, email: "maker@example.com", key }, isMember: true, admins: ["invite_members"], check: "0".repeat(64) },
  ];
  for (let index = 1; index < MEMBERS; index++) {
    const invite = await generateInviteKey();
    const member = { id: randomUUID(), key: index.toString(16).padStart(64, "0") };
    changes.push({ kind: "invite", email: `member-${index}@example.com`, roleId: 3, proof: invite.public });
    const proof = await proveInvited(invite.secret, invitedMessage(teamId, member));
    changes.push({ kind: "admit", invited: changes.length, member, proof });
  }
  return changes;
}
