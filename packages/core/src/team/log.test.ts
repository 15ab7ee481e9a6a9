/** The judge of a team's log: who may write which entry, which admission is proven, and that forbidden or unknown entries change nothing. */
import { describe, expect, it } from "vitest";
import { accepts, judge, type ProofCheck, replay } from "./log.ts";
import { type LogChange, NO_TEAM, RULES_NOW, type SignedChange, type TeamState } from "./log-state.ts";
import type { PermissionFlag } from "./permissions.ts";

const person = (id: string) => ({ id, email: `${id}@example.com`, key: `key of ${id}` });
const ADMINS: readonly PermissionFlag[] = ["manage_team", "manage_roles", "invite_members", "remove_members"];

/** In place of Ed25519: a proof names the half of the secret that signed it, the account and its key. */
const proofBy = (half: string, { id, key }: { readonly id: string; readonly key: string }): string => `${half} for ${id}, ${key}`;
const isProof: ProofCheck = async (half, member, proof) => proof === proofBy(half, member);

type EntryBy = readonly [by: string, change: LogChange | null];
const signed = ([by, change]: EntryBy, index: number): SignedChange => ({ seq: index + 1, by, key: `key of ${by}`, at: 0, change });

/** Replays entries, each with its writer. */
const log = (...said: readonly EntryBy[]): Promise<TeamState> => replay(said.map(signed), isProof);

const found = ["boss", { kind: "found", founder: person("boss"), isMember: true, admins: ADMINS, check: "c1" }] as const;
const invite = (by: string, email: string, roleId = 3, proof?: string) =>
  [by, { kind: "invite", email: `${email}@example.com`, roleId, ...(proof !== undefined && { proof }) }] as const;
/** @param half - of the secret that proves it */
const admit = (by: string, invited: number, id: string, half?: string) => {
  const member = { id, key: `key of ${id}` };
  return [by, { kind: "admit", invited, member, ...(half !== undefined && { proof: proofBy(half, member) }) }] as const;
};
/** Boss founds; Lea is a team admin, Ann a member. */
const TEAM = [found, invite("boss", "lea", 2), admit("boss", 2, "lea"), invite("lea", "ann"), admit("lea", 4, "ann")] as const;
const membersOf = ({ members }: TeamState): string[] => [...members.keys()].sort();
/** As the server judges it, with these copies. */
const NEW = { copiesOf: () => ({ members: [] as string[], hash: "" }) };
const may = (state: TeamState, by: string, change: LogChange): boolean =>
  accepts(state, change, { seq: 100, by, key: `key of ${by}`, isProven: false });

describe("a team's log", () => {
  it("begins with the founder's entry and no one else's", async () => {
    expect(membersOf(await log(found))).toEqual(["boss"]);
    expect(await log(["eve", found[1]])).toBe(NO_TEAM);
    expect(membersOf(await log(found, ["eve", { ...found[1], founder: person("eve") }]))).toEqual(["boss"]);
  });

  it("admits people invited by someone with that right, with the role of the invitation, once", async () => {
    const state = await log(...TEAM);
    expect(membersOf(state)).toEqual(["ann", "boss", "lea"]);
    expect(state.members.get("lea")?.roleId).toBe(2);
    expect(membersOf(await log(...TEAM, admit("lea", 4, "eve")))).toEqual(["ann", "boss", "lea"]);
    expect(membersOf(await log(...TEAM, invite("ann", "eve"), admit("ann", 6, "eve")))).toEqual(["ann", "boss", "lea"]);
    expect(membersOf(await log(...TEAM, invite("eve", "eve"), admit("eve", 6, "eve")))).toEqual(["ann", "boss", "lea"]);
  });

  it("lets any member admit an invited person, and no one from outside", async () => {
    expect(membersOf(await log(...TEAM, invite("lea", "bob"), admit("ann", 6, "bob")))).toContain("bob");
    expect(membersOf(await log(...TEAM, invite("lea", "bob"), admit("eve", 6, "bob")))).not.toContain("bob");
  });

  it("admits no one without the proof that the invitation requires, or after it was withdrawn or replaced", async () => {
    const asks = [...TEAM, invite("lea", "bob", 3, "public half")] as const;
    expect(membersOf(await log(...asks, admit("lea", 6, "bob")))).not.toContain("bob");
    expect((await log(...asks, admit("lea", 6, "bob", "public half"))).members.get("bob")?.isProven).toBe(true);
    const back: LogChange = { kind: "withdraw", invited: 6 };
    expect(membersOf(await log(...asks, ["lea", back], admit("lea", 6, "bob", "public half")))).not.toContain("bob");
    expect(membersOf(await log(...asks, ["ann", back], admit("lea", 6, "bob", "public half")))).toContain("bob");
    expect(membersOf(await log(...asks, invite("lea", "bob"), admit("lea", 6, "bob", "public half")))).not.toContain("bob");
  });

  it("believes no proof by another secret, for another account or key, and none for an invitation that has no secret", async () => {
    const asks = [...TEAM, invite("lea", "bob", 3, "public half"), invite("lea", "cat")] as const;
    const proven = (invited: number, id: string, proof: string): EntryBy => [
      "lea",
      { kind: "admit", invited, member: { id, key: `key of ${id}` }, proof },
    ];
    const [bob, eve] = [person("bob"), person("eve")];
    for (const proof of [proofBy("another half", bob), proofBy("public half", eve), proofBy("public half", { ...bob, key: "another" }), ""])
      expect(membersOf(await log(...asks, proven(6, "bob", proof)))).not.toContain("bob");
    expect((await log(...asks, proven(7, "cat", proofBy("public half", person("cat"))))).members.get("cat")?.isProven).toBe(false);
  });

  it("without a proof lets only those admit who may invite into that role, from the entry that says so", async () => {
    const rules: LogChange = { kind: "rules", version: RULES_NOW };
    const asks = [...TEAM, invite("boss", "bob", 2), invite("boss", "cat")] as const;
    const admitting = async (by: string, ...before: readonly EntryBy[]) =>
      membersOf(await log(...before, admit(by, 6, "bob"), admit(by, 7, "cat")));
    // As written by an earlier version: it stays believed, and what comes later does not change it.
    expect(await admitting("ann", ...asks)).toEqual(["ann", "bob", "boss", "cat", "lea"]);
    expect(membersOf(await log(...asks, admit("ann", 6, "bob"), ["boss", rules]))).toContain("bob");
    for (const by of ["ann", "lea", "boss"]) expect((await log(...asks, [by, rules])).rules).toBe(RULES_NOW);
    expect((await log(...asks, ["eve", rules])).rules).toBe(1);
    expect(await admitting("ann", ...asks, ["boss", rules])).toEqual(["ann", "boss", "lea"]);
    expect(await admitting("lea", ...asks, ["boss", rules])).toEqual(["ann", "bob", "boss", "cat", "lea"]);
    // A role that may invite admits only into roles that it may invite into.
    const limited = [
      ...asks,
      ["boss", { kind: "define", roleId: 100, permissions: ["invite_members"] }],
      ["boss", { kind: "role", id: "ann", roleId: 100 }],
    ] as const;
    expect(await admitting("ann", ...limited, ["boss", rules])).toEqual(["ann", "boss", "cat", "lea"]);
    const proven = [...TEAM, invite("boss", "bob", 2, "public half"), ["boss", rules], admit("ann", 6, "bob", "public half")] as const;
    expect(membersOf(await log(...proven))).toContain("bob");
  });

  it("judges what is about to be stored by the newest rules, in a log that has no entry about rules too", async () => {
    const state = await log(...TEAM, invite("boss", "bob"));
    const by = (writer: string) => signed(admit(writer, 6, "bob"), 6);
    expect(await judge(state, by("ann"), isProof, NEW)).toBeNull();
    expect(await judge(state, by("ann"), isProof)).not.toBeNull();
    expect(await judge(state, by("lea"), isProof, NEW)).toEqual(await judge(state, by("lea"), isProof));
    const rules: LogChange = { kind: "rules", version: RULES_NOW };
    expect((await judge(state, signed(["ann", rules], 6), isProof, NEW))?.rules).toBe(RULES_NOW);
    expect(await judge(await log(...TEAM, ["ann", rules]), signed(["lea", rules], 6), isProof, NEW)).toBeNull();
    // From the version before to this one.
    const older = await log(...TEAM, ["ann", { kind: "rules", version: 2 }]);
    expect((await judge(older, signed(["lea", rules], 6), isProof, NEW))?.rules).toBe(RULES_NOW);
  });

  it("drops the invitations of a member who was removed or lost the right to make them", async () => {
    const asks = [...TEAM, invite("lea", "bob"), invite("boss", "cat")] as const;
    const without: readonly (readonly [by: string, change: LogChange])[] = [
      ["boss", { kind: "remove", id: "lea" }],
      ["boss", { kind: "role", id: "lea", roleId: 3 }],
      ["boss", { kind: "define", roleId: 2, permissions: ["manage_team"] }],
    ];
    for (const lost of without) {
      // A team admin may always invite; the flags only limit the role they give.
      const isDefinition = lost[1].kind === "define";
      const state = await log(...asks, lost, admit("ann", 6, "bob"), admit("ann", 7, "cat"));
      expect([lost[1].kind, membersOf(state).includes("bob")]).toEqual([lost[1].kind, isDefinition]);
      expect(membersOf(state)).toContain("cat");
      // A dropped invitation does not return with the right to invite.
      const { invites } = await log(...asks, lost, ["boss", { kind: "role", id: "lea", roleId: 2 }]);
      expect([...invites.keys()]).toEqual(isDefinition ? [6, 7] : [7]);
    }
    const given = [...TEAM, ["boss", { kind: "define", roleId: 100, permissions: ["invite_members"] }], invite("lea", "bob", 100)] as const;
    expect(membersOf(await log(...given, admit("ann", 7, "bob")))).toContain("bob");
    const more: LogChange = { kind: "define", roleId: 100, permissions: ["invite_members", "manage_teams"] };
    expect(membersOf(await log(...given, ["boss", more], admit("ann", 7, "bob")))).not.toContain("bob");
  });

  it("ignores entries signed with another key than the one in the log", async () => {
    const entry = { seq: 6, by: "lea", key: "another", at: 0, change: invite("lea", "bob")[1] };
    expect(await judge(await log(...TEAM), entry, isProof)).toBeNull();
  });

  it("prevents privilege escalation: not the own role, none beyond the own permissions, never the first role", async () => {
    const state = await log(...TEAM);
    expect(may(state, "ann", { kind: "role", id: "ann", roleId: 2 })).toBe(false);
    expect(may(state, "lea", { kind: "role", id: "lea", roleId: 3 })).toBe(false);
    expect(may(state, "lea", { kind: "role", id: "ann", roleId: 2 })).toBe(true);
    expect(may(state, "boss", { kind: "role", id: "ann", roleId: 1 })).toBe(false);
    expect(may(state, "lea", { kind: "define", roleId: 2, permissions: [...ADMINS, "manage_teams"] })).toBe(false);
    expect(may(state, "lea", { kind: "define", roleId: 100, permissions: ["manage_teams"] })).toBe(false);
    expect(may(state, "lea", { kind: "define", roleId: 100, permissions: ["invite_members"] })).toBe(true);
    expect(may(state, "boss", { kind: "define", roleId: 1, permissions: [] })).toBe(false);
    expect(may(state, "boss", { kind: "define", roleId: 3, permissions: ["invite_members"] })).toBe(false);
    expect(may(state, "ann", { kind: "define", roleId: 100, permissions: [] })).toBe(false);
    // An unknown role cannot be given.
    expect(may(state, "boss", { kind: "invite", email: "x@example.com", roleId: 100 })).toBe(false);
  });

  it("does not let anyone replace a member by inviting them again", async () => {
    const again = await log(...TEAM, invite("boss", "lea"), admit("ann", 6, "lea"));
    expect(again.members.get("lea")?.roleId).toBe(2);
    const other: LogChange = { kind: "admit", invited: 6, member: { id: "lea", key: "another" } };
    expect((await log(...TEAM, invite("boss", "lea"), ["ann", other])).members.get("lea")?.key).toBe("key of lea");
  });

  it("lets only the founder change the permissions of their own role", async () => {
    const state = await log(...TEAM);
    expect(may(state, "lea", { kind: "define", roleId: 2, permissions: ["manage_team"] })).toBe(false);
    expect(may(state, "boss", { kind: "define", roleId: 2, permissions: ["manage_team"] })).toBe(true);
  });

  it("lets members with the right remove others, and everyone themselves; in an older log this includes the founder", async () => {
    const state = await log(...TEAM);
    expect(may(state, "ann", { kind: "remove", id: "lea" })).toBe(false);
    expect(may(state, "ann", { kind: "remove", id: "ann" })).toBe(true);
    expect(may(state, "lea", { kind: "remove", id: "ann" })).toBe(true);
    expect(may(state, "lea", { kind: "remove", id: "stranger" })).toBe(false);
    const without = await log(...TEAM, ["lea", { kind: "remove", id: "boss" }]);
    expect(membersOf(without)).toEqual(["ann", "lea"]);
    expect(may(without, "boss", { kind: "remove", id: "ann" })).toBe(false);
  });

  it("lets a role with the right to remove remove members with no more rights, and a role without it only the member itself", async () => {
    const state = await log(
      ...TEAM,
      ["boss", { kind: "define", roleId: 10, permissions: ["remove_members"] }],
      ["boss", { kind: "define", roleId: 11, permissions: ["invite_members"] }],
      ["boss", { kind: "define", roleId: 12, permissions: ["manage_teams"] }],
      ...[invite("boss", "rob", 10), admit("boss", 9, "rob"), invite("boss", "ivy", 11), admit("boss", 11, "ivy")],
      ...[invite("boss", "max", 12), admit("boss", 13, "max")],
    );
    const removable = (by: string): string[] => membersOf(state).filter((id) => may(state, by, { kind: "remove", id }));
    expect(removable("rob")).toEqual(["ann", "rob"]);
    expect(removable("ivy")).toEqual(["ivy"]);
    expect(removable("lea")).toEqual(membersOf(state).filter((id) => id !== "boss"));
  });

  it("increments the key's epoch by one, by members who may remove others, and records who was a member at which epoch", async () => {
    const key = (epoch: number): LogChange => ({ kind: "key", epoch, check: `c${epoch}`, copies: "" });
    expect(may(await log(...TEAM), "ann", key(2))).toBe(false);
    expect(may(await log(...TEAM), "lea", key(3))).toBe(false);
    const state = await log(...TEAM, ["lea", { kind: "remove", id: "ann" }], ["lea", key(2)]);
    expect([state.epoch, state.checks.get(1), state.checks.get(2)]).toEqual([2, "c1", "c2"]);
    expect(state.memberHistory.get("ann key of ann")).toMatchObject({ from: 1, to: 1 });
    expect(state.memberHistory.get("lea key of lea")?.to).toBeGreaterThan(2);
  });

  it("is not changed by an entry of an unknown kind", async () => {
    expect(await log(...TEAM, ["boss", null])).toEqual(await log(...TEAM));
  });

  it("does not list a founder who only holds the key as a member", async () => {
    const state = await log(["boss", { ...found[1], isMember: false }], invite("boss", "lea", 2), admit("boss", 2, "lea"));
    expect(membersOf(state)).toEqual(["lea"]);
  });
});
