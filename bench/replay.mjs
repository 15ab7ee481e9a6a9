/**
 * `npm run bench -- log`: what it costs to read the whole log of a team of 300, each of whom came by a copied link: two signed entries and a proof a member. It has 60 ms.
 */
import { randomUUID } from "node:crypto";
import { emptyLog, verifyEntries, writeEntries } from "../packages/client/dist/team/verified-log.js";
import { invitedMessage } from "../packages/contract/dist/team-log.js";
import { fingerprint, generateIdentity, generateInviteKey, openSigner, proveInvited, toHex } from "../packages/crypto/dist/index.js";
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
  console.log(
    `${ms.toFixed(0).padStart(6)} ms  ${ms > LIMIT_MS ? "TOO LONG  " : ""}the log of a team of ${MEMBERS}, ${entries.length} entries`,
  );
  return ms > LIMIT_MS;
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
