/** Whose signatures count in a shared scope: the owner's, and those of people whom the owner's grants let write, whatever else the server says. */
import { api } from "@coffer/contract/api";
import { ownBody, ownMessage } from "@coffer/contract/own-message";
import type { Members } from "@coffer/contract/scope-members";
import {
  concat,
  fingerprint,
  generateId,
  generateIdentity,
  generateKey,
  openSigner,
  sealTeamGrant,
  sha256,
  toBase64Url,
  utf8,
  writerMark,
} from "@coffer/crypto";
import { sealGrant } from "@coffer/crypto/seal-grant";
import { describe, expect, it } from "vitest";
import type { Call } from "../call.ts";
import { scopeSigner } from "./allowed-signers.ts";

const person = async () => {
  const { secret, public: publicKey } = await generateIdentity();
  return { accountId: generateId(), publicKey, signer: await openSigner(secret) };
};
type Person = Awaited<ReturnType<typeof person>>;

const [scopeId, message] = [generateId(), utf8("a head")];
const [ann, bob, eve] = [await person(), await person(), await person()];

const AT = 1_795_000_000_000;
/** The server's claim that Bob has write access, with a grant of these terms. */
async function toldOf(
  more: { permission?: "read" | "write"; epoch?: number; scopeId?: string; by?: Person; said?: number; to?: Person } = {},
): Promise<Members> {
  const { permission = "write", epoch = 2, by = ann, said = AT, to = bob } = more;
  const [sender, recipient] = [
    { accountId: by.accountId, publicKey: by.publicKey },
    { accountId: to.accountId, publicKey: to.publicKey },
  ];
  const grantId = generateId();
  const terms = {
    grantId,
    scopeId: more.scopeId ?? scopeId,
    scopeKind: "item",
    epoch,
    sender,
    recipient,
    permission,
    createdAt: AT,
  } as const;
  const sharedKey = await sealGrant(terms, generateKey(), by.signer);
  const writer = { grantId, id: bob.accountId, publicKey: bob.publicKey, epoch: 2, createdAt: said, sharedKey };
  return { owner: { id: ann.accountId, publicKey: eve.publicKey }, writers: [writer], teams: [] };
}

/** The server's claim that a team has write access, with Bob among its people. */
async function teamOf({
  by = ann,
  permission = "write",
}: {
  readonly by?: Person;
  readonly permission?: "read" | "write";
} = {}): Promise<Members> {
  const [grantId, teamId, teamEpoch] = [generateId(), generateId(), 1];
  const sender = { accountId: by.accountId, publicKey: by.publicKey };
  const terms = { grantId, scopeId, scopeKind: "item", epoch: 2, sender, permission, createdAt: AT } as const;
  const sharedKey = await sealTeamGrant({ ...terms, team: { teamId, epoch: teamEpoch } }, generateKey(), generateKey(), by.signer);
  const people = [{ id: bob.accountId, publicKey: bob.publicKey }];
  const team = { grantId, teamId, teamEpoch, epoch: 2, createdAt: AT, sharedKey, people };
  return { owner: { id: ann.accountId, publicKey: ann.publicKey }, writers: [], teams: [team] };
}

const SHARED = {
  ...({ scopeId, scopeKind: "item", epoch: 2, knownLog: () => null } as const),
  ...{ learnHead: () => undefined, readTeamLog: async () => undefined, statement: () => null },
};
/** The rest of what a pull answers. */
const SCOPE = { generation: 1 };

async function countsAfter(members: Members | null, who: Person, isInTeam = false): Promise<boolean> {
  const owner = { accountId: ann.accountId, publicKey: ann.publicKey };
  const { signer, learningWriters } = scopeSigner({ ...SHARED, owner, hasMember: async () => isInTeam }, eve.signer.sign);
  const call: Call = async () => ({ members, scope: SCOPE }) as never;
  await learningWriters(call)(api.vault.pull, {});
  return signer.verify(message, await who.signer.sign(message));
}

describe("a signature in a shared scope", () => {
  it("the owner's counts, by the key this account knows and not the one the server shows", async () => {
    expect(await countsAfter(null, ann)).toBe(true);
    expect(await countsAfter(await toldOf(), eve)).toBe(false);
  });

  it("a writer's counts once the owner's grant was seen, and not before", async () => {
    expect(await countsAfter(null, bob)).toBe(false);
    expect(await countsAfter(await toldOf(), bob)).toBe(true);
  });

  it.each([
    ["only allows reading", { permission: "read" }],
    ["is under another key", { epoch: 1 }],
    ["is for another scope", { scopeId: generateId() }],
    ["has another time", { said: AT + 1 }],
  ] as const)("does not count from someone whose grant %s, although they hold the key", async (_, more) => {
    expect(await countsAfter(await toldOf(more), bob)).toBe(false);
  });

  it("does not count when the grant is for another person, or not signed by the owner", async () => {
    expect(await countsAfter(await toldOf({ to: eve }), bob)).toBe(false);
    expect(await countsAfter(await toldOf({ by: eve }), bob)).toBe(false);
  });

  it("a team member's counts if the owner gave the team write access and the team's log has the member", async () => {
    expect(await countsAfter(await teamOf(), bob, true)).toBe(true);
    expect(await countsAfter(await teamOf(), bob, false)).toBe(false);
    expect(await countsAfter(await teamOf({ by: eve }), bob, true)).toBe(false);
    expect(await countsAfter(await teamOf({ permission: "read" }), bob, true)).toBe(false);
  });

  describe("of a team's member, to someone who cannot see the team's log", () => {
    interface Stated {
      readonly by?: Person;
      readonly who?: Person;
      readonly at?: { readonly scopeId?: string; readonly epoch?: number };
      readonly permission?: "read" | "write";
      readonly isLogKnown?: boolean;
      readonly isStored?: boolean;
      /** Since then the owner has stated again, and names no one. */
      readonly isOver?: boolean;
    }

    async function counts({ by = ann, who = bob, at, permission = "write", isLogKnown, isStored, isOver }: Stated = {}): Promise<boolean> {
      const owner = { accountId: ann.accountId, publicKey: ann.publicKey };
      const members = await teamOf({ permission });
      const log = { size: 3, root: "1".repeat(64) };
      const knownLog = () => (isLogKnown ? { teamId: members.teams[0]?.teamId ?? "", log } : null);
      const mark = await writerMark(at?.scopeId ?? scopeId, who.accountId, await fingerprint(who.publicKey));
      const body = ownBody({ ownSeq: 1, vaultSave: null, grants: new Map(), makers: new Map(), writers: new Set([mark]) });
      const said = ownMessage({ scopeId, generation: 1, epoch: 2, ...at, ownRoot: await sha256(body), ownSeq: 1 });
      const own = toBase64Url(concat(body, await by.signer.sign(said)));
      const told = { ...SHARED, owner, knownLog, statement: () => (isStored ? own : null), hasMember: async () => false };
      const { signer, learningWriters } = scopeSigner(told, eve.signer.sign);
      if (isOver)
        await learningWriters(async () => ({ members: { ...members, teams: [] }, scope: SCOPE, own }) as never)(api.vault.pull, {});
      await learningWriters(async () => ({ members, scope: SCOPE, ...(!isStored && !isOver && { own }) }) as never)(api.vault.pull, {});
      return signer.verify(message, await bob.signer.sign(message));
    }

    it("counts once the owner has signed that they may write: in this answer, or in one that this device has", async () => {
      expect(await counts()).toBe(true);
      expect(await counts({ isStored: true })).toBe(true);
    });

    it.each([
      ["anyone else has signed", { by: eve }],
      ["names another person", { who: eve }],
      ["is for another scope", { at: { scopeId: generateId() } }],
      ["is under another key", { at: { epoch: 1 } }],
      ["was followed by one that names no one", { isOver: true }],
    ] as const)("does not count by a statement that %s", async (_, stated) => {
      expect(await counts(stated)).toBe(false);
    });

    it("does not count where the team may only read, or where the log is at hand and does not have them", async () => {
      expect(await counts({ permission: "read" })).toBe(false);
      expect(await counts({ isLogKnown: true })).toBe(false);
    });
  });

  it.each(["read", "write"] as const)(
    "says how far its writer knows the log of a team that the owner has given the scope to, to %s",
    async (permission) => {
      const owner = { accountId: ann.accountId, publicKey: ann.publicKey };
      const members = await teamOf({ permission });
      const known = { teamId: members.teams[0]?.teamId ?? "", log: { size: 3, root: "1".repeat(64) } };
      const heard: unknown[] = [];
      const told = { knownLog: () => known, learnHead: (...all: readonly unknown[]) => void heard.push(all) };
      const { signer, learningWriters } = scopeSigner({ ...SHARED, ...told, owner, hasMember: async () => true }, eve.signer.sign);
      expect(signer.log?.()).toBeNull();
      await learningWriters(async () => ({ members, scope: SCOPE }) as never)(api.vault.pull, {});
      expect(signer.log?.()).toEqual(known.log);
      await signer.verify(message, await ann.signer.sign(message));
      const head = { text: { seq: 1, generation: 1, head: "", signature: null }, previous: "", log: known.log, signedBy: ann.accountId };
      signer.learnHead?.(head);
      expect(heard).toEqual([[known.teamId, head, ann.publicKey]]);
    },
  );
});
