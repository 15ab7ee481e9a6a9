/** Puts the caller's own signatures under an input: true ones of whatever it says. */
import { createHash } from "node:crypto";
import { headMessage } from "../../../packages/contract/src/head-message.ts";
import { portionMessage, type ResealedVersion, textOfPortion } from "../../../packages/contract/src/old-versions.ts";
import { type ShareChange, shareChangeMessage } from "../../../packages/contract/src/share-change-message.ts";
import { refusedKeyMessage } from "../../../packages/contract/src/team-log.ts";
import type { LogChange } from "../../../packages/core/src/team/log-state.ts";
import { fingerprint, toHex } from "../../../packages/crypto/src/index.ts";
import { signEntry } from "../sign-entry.ts";
import { type Aim, isObject } from "./values.ts";

type Input = Readonly<Record<string, unknown>>;

const sha256 = (text: string): Uint8Array => createHash("sha256").update(text, "utf8").digest();
const hashOf = (text: string): string => Buffer.from(sha256(text)).toString("hex");

/** Under every head in it. */
async function withHeads(aim: Aim, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => withHeads(aim, one)));
  if (!isObject(value)) return value;
  const parts = await Promise.all(Object.entries(value).map(async ([name, part]) => [name, await withHeads(aim, part)] as const));
  const signed: Record<string, unknown> = Object.fromEntries(parts);
  if (typeof signed.head !== "string" || typeof signed.baseSeq !== "number") return signed;
  return { ...signed, signature: await headSignature(aim, signed, signed.head) };
}

async function headSignature(
  { here, actor, scope: aimed, call }: Aim,
  { scope: named, generation, seq }: Input,
  head: string,
): Promise<string> {
  const scopeId = typeof named === "string" ? named : aimed.id;
  const known = here.scopes.find(({ id }) => id === scopeId);
  const isRepair = call.name === "vault.repair";
  const message = headMessage({
    scopeId,
    generation: isRepair && typeof generation === "number" ? generation : Math.max(1, known?.generation ?? 1),
    seq: isRepair && typeof seq === "number" ? seq : (known?.seq ?? 0) + 1,
    previousHash: known?.head ? sha256(known.head) : new Uint8Array(32),
    hash: sha256(head),
  });
  return Buffer.from(await actor.signer.sign(message)).toString("base64url");
}

const numberOr = (value: unknown, other: number): number => (typeof value === "number" && value >= 0 ? value : other);

/** What an input says about a share. */
function shareChangeOf({ call }: Aim, input: Input): ShareChange | null {
  const permission = input.permissionLevel === "write" || input.permission_level === "write" ? "write" : "read";
  const teamEpoch = typeof input.teamEpoch === "number" ? input.teamEpoch : null;
  const sharedKey = String(input.sharedKey ?? "");
  const grant = { permission, createdAt: numberOr(input.createdAt, 0), epoch: numberOr(input.epoch, 1), teamEpoch, sharedKey } as const;
  const end = typeof input.expiresAt === "number" ? input.expiresAt : null;
  if ("permissionLevel" in input) return { what: "given", expiresAt: end, ...grant };
  if ("permission_level" in input) return { what: "level", ...grant };
  if ("expires_at" in input) return { what: "expiry", expiresAt: typeof input.expires_at === "number" ? input.expires_at : null };
  return call.spec.method === "DELETE" && call.spec.path.includes("share") ? { what: "end" } : null;
}

async function statement(aim: Aim, input: Input): Promise<object> {
  const change = shareChangeOf(aim, input);
  if (!change) return {};
  const grantId = String(input.shareId ?? input.id);
  const scopeId = aim.here.grants.find(({ id }) => id === grantId)?.scope_id ?? aim.scope.id;
  const message = shareChangeMessage({ grantId, scopeId, change, ownSeq: numberOr(input.ownSeq, 0) });
  return { signature: Buffer.from(await aim.actor.signer.sign(message)).toString("base64url") };
}

type Entry = LogChange["kind"];
/** A change of each kind: the compiler names a kind that is missing. */
const ENTRIES: {
  readonly [Kind in Entry]: (aim: Aim, who: { readonly id: string; readonly key: string; readonly email: string }) => LogChange;
} = {
  found: (_, founder) => ({ kind: "found", founder, isMember: true, admins: [], check: "0".repeat(64) }),
  invite: ({ draw }, { email }) => ({
    kind: "invite",
    email,
    roleId: draw.one([3, 2, 1] as const),
    ...(draw.happens(30) && { proof: draw.base64Url(32) }),
  }),
  withdraw: ({ draw, here }) => ({ kind: "withdraw", invited: 1 + draw.below(here.entries.length) }),
  admit: ({ draw, here }, { id, key }) => ({
    ...{ kind: "admit", invited: invitedIn(here.entries, draw) ?? 1, member: { id, key } },
    ...(draw.happens(50) && { proof: draw.base64Url(64) }),
  }),
  role: ({ draw }, { id }) => ({ kind: "role", id, roleId: draw.one([2, 3, 1] as const) }),
  define: ({ draw }) => ({
    kind: "define",
    roleId: draw.one([2, 3] as const),
    permissions: draw.happens(50) ? ["invite_members", "manage_team"] : [],
  }),
  remove: (_, { id }) => ({ kind: "remove", id }),
  key: ({ draw }) => ({ kind: "key", epoch: draw.one([2, 3, 4] as const), check: draw.hex(32) }),
  rules: () => ({ kind: "rules", version: 2 }),
};
const KINDS = Object.keys(ENTRIES) as [Entry, ...Entry[]];

function invitedIn(entries: Aim["here"]["entries"], draw: Aim["draw"]): number | undefined {
  const invites = entries.flatMap(({ text }, index) => (text.includes('"kind":"invite"') ? [index + 1] : []));
  return draw.happens(70) ? invites.at(-1) : draw.any(invites);
}

export const entriesOf = async (aim: Aim, count: number, isFirst = false) => {
  const { actor, here, draw } = aim;
  const [hashes, entries] = [isFirst ? [] : here.entries.map(({ text }) => hashOf(text)), []] as [
    string[],
    Awaited<ReturnType<typeof signEntry>>[],
  ];
  for (let at = 0; at < count; at++) {
    const who = draw.happens(30) ? here.accounts.find(({ id }) => id === actor.accountId) : draw.any(here.accounts);
    if (!who) break;
    const person = { id: who.id, email: who.email, key: toHex(await fingerprint(who.public_key)) };
    const kind = isFirst ? "found" : aim.call.name === "team.leaveTeam" ? "remove" : draw.one(KINDS);
    const change = ENTRIES[kind](aim, person);
    // Now and then in another's name, under the own signature.
    const writer = draw.happens(10) ? { ...actor, accountId: who.id, publicKey: who.public_key } : actor;
    const entry = await signEntry({ teamId: aim.teamId, hashes }, change, writer);
    entries.push(entry);
    hashes.push(hashOf(entry.text));
  }
  return entries;
};

/** Of a portion that a lie has made of other things there is none. */
async function portionSignature({ actor, scope }: Aim, { oldEpoch, epoch, versions }: Input): Promise<string> {
  const all = Array.isArray(versions) && versions.every(isObject) ? (versions as unknown as readonly ResealedVersion[]) : [];
  const of = { scope: scope.id, oldEpoch: numberOr(oldEpoch, 0), epoch: numberOr(epoch, 0) };
  return Buffer.from(await actor.signer.sign(portionMessage(of, sha256(textOfPortion(all))))).toString("base64url");
}

/** @param input - made of `values.ts` @returns the same with signatures of the caller's */
export async function signed(aim: Aim, input: Input): Promise<Input> {
  const { call, actor, teamId } = aim;
  const heads = await withHeads(aim, input);
  const into = { ...(isObject(heads) ? heads : {}), ...("signature" in input && !("head" in input) ? await statement(aim, input) : {}) };
  if (call.name === "oldVersions.resealVersions") return { ...into, signature: await portionSignature(aim, input) };
  if (call.name !== "team.refuseKey") return into;
  const signature = Buffer.from(await actor.signer.sign(refusedKeyMessage(teamId, String(input.grantId)))).toString("base64url");
  return { ...into, signature };
}
