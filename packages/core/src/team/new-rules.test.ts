/** The stricter rules on new keys, on the person who made a team, and on its last administrator; a log from before them stays believed as it was. */
import { describe, expect, it } from "vitest";
import { accepts, judge, replay } from "./log.ts";
import { type LogChange, RULES_NOW, type SignedChange, type TeamState } from "./log-state.ts";

type EntryBy = readonly [by: string, change: LogChange];
const signed = ([by, change]: EntryBy, index: number): SignedChange => ({ seq: index + 1, by, key: `key of ${by}`, at: 0, change });
const isProof = async () => false;
const log = (...said: readonly EntryBy[]): Promise<TeamState> => replay(said.map(signed), isProof);
const may = (state: TeamState, by: string, change: LogChange): boolean =>
  accepts(state, change, { seq: 100, by, key: `key of ${by}`, isProven: false });

const founder = { id: "boss", email: "boss@example.com", key: "key of boss" };
const found = (isMember: boolean): EntryBy => ["boss", { kind: "found", founder, isMember, admins: ["remove_members"], check: "c1" }];
const joins = (id: string, at: number, roleId = 3): readonly EntryBy[] => [
  ["boss", { kind: "invite", email: `${id}@example.com`, roleId }],
  ["boss", { kind: "admit", invited: at, member: { id, key: `key of ${id}` } }],
];
/** Boss has made it, Ann is a member. */
const TWO = [found(true), ...joins("ann", 2)];
/** And Lea is an administrator. */
const THREE = [...TWO, ...joins("lea", 4, 2)];
const RULES: EntryBy = ["ann", { kind: "rules", version: RULES_NOW }];
const remove = (id: string, isClosed?: true): LogChange => ({ kind: "remove", id, ...(isClosed && { isClosed }) });

describe("a new key", () => {
  const key: LogChange = { kind: "key", epoch: 2, check: "c2", copies: "all" };
  const judged = async (members: readonly string[], change: LogChange = key, hash = "all") =>
    judge(await log(...THREE), signed(["boss", change], 7), isProof, { copiesOf: () => ({ members, hash }) });

  it("is stored with one copy for each member but its writer, under the hash that the entry names", async () => {
    expect((await judged(["ann", "lea"]))?.epoch).toBe(2);
    const wrong = [["ann"], [], ["ann", "eve"], ["ann", "lea", "eve"], ["lea", "lea"], ["ann", "ann", "lea"], ["ann", "boss"]];
    for (const some of wrong) expect(await judged(some)).toBeNull();
    expect(await judged(["ann", "lea"], key, "others")).toBeNull();
  });

  it("names the members who get none; one who is named and gets one, or is no member, is a contradiction", async () => {
    const without = (...ids: string[]): LogChange => ({ kind: "key", epoch: 2, check: "c2", copies: "all", without: ids });
    expect((await judged(["lea"], without("ann")))?.epoch).toBe(2);
    for (const ids of [["ann", "eve"], ["boss"], ["lea"], ["ann", "ann"], []]) expect(await judged(["lea"], without(...ids))).toBeNull();
  });

  it("names no hash in an older log, and has to from the entry about the rules on", async () => {
    const older: EntryBy = ["boss", { kind: "key", epoch: 2, check: "c2" }];
    expect((await log(...TWO, older)).epoch).toBe(2);
    expect((await log(...TWO, RULES, older)).epoch).toBe(1);
    expect((await log(...TWO, RULES, ["boss", key])).epoch).toBe(2);
    expect(may(await log(...TWO), "boss", older[1])).toBe(false);
  });
});

describe("an invitation", () => {
  /** Bob is invited as an administrator; Ivy may invite members and take people out. */
  const asked = async (...more: readonly EntryBy[]) =>
    log(
      ...THREE,
      ["boss", { kind: "define", roleId: 10, permissions: ["remove_members"] }],
      ...joins("ivy", 7, 10),
      ["boss", { kind: "invite", email: "bob@example.com", roleId: 2, proof: "half" }],
      ...more,
    );
  const back: LogChange = { kind: "withdraw", invited: 9 };
  const asMember: LogChange = { kind: "invite", email: "bob@example.com", roleId: 3 };

  it("is taken back or replaced by its writer, and by who may give its role", async () => {
    const state = await asked(["boss", { kind: "define", roleId: 2, permissions: ["remove_members", "invite_members"] }]);
    expect(["boss", "lea", "ivy", "ann"].map((by) => may(state, by, back))).toEqual([true, true, false, false]);
    const inviting = await asked(
      ["boss", { kind: "define", roleId: 10, permissions: ["remove_members", "invite_members"] }],
      ["boss", { kind: "define", roleId: 2, permissions: ["remove_members", "manage_roles"] }],
    );
    expect(["boss", "lea", "ivy"].map((by) => may(inviting, by, asMember))).toEqual([true, true, false]);
    expect(may(inviting, "ivy", { kind: "invite", email: "cat@example.com", roleId: 3 })).toBe(true);
    // Her own, whose role she could still give, and one for a member.
    for (const roleId of [10, 3]) {
      const own = await asked(
        ["boss", { kind: "define", roleId: 10, permissions: ["invite_members"] }],
        ["ivy", { kind: "invite", email: "eve@example.com", roleId }],
      );
      expect(may(own, "ivy", { kind: "withdraw", invited: 11 })).toBe(true);
    }
  });

  it("was taken back in an older log by anyone who might invite or take people out, until the entry about the rules", async () => {
    const without = async (...before: readonly EntryBy[]) => (await asked(...before, ["ivy", back])).invites.size;
    const older: EntryBy = ["boss", { kind: "rules", version: 3 }];
    const flags: EntryBy = ["boss", { kind: "define", roleId: 2, permissions: ["remove_members", "manage_roles"] }];
    expect(await without(flags)).toBe(0);
    expect(await without(flags, older)).toBe(0);
    expect(await without(flags, older, RULES)).toBe(1);
  });
});

describe("the person who made a team, and its last administrator", () => {
  it("are taken out by no one else, except as closed accounts; in an older log they were", async () => {
    const three = await log(...THREE);
    expect(may(three, "lea", remove("boss"))).toBe(false);
    expect(may(three, "lea", remove("boss", true))).toBe(true);
    expect(may(three, "boss", remove("lea"))).toBe(true);
    expect((await log(...THREE, ["lea", remove("boss")])).members.has("boss")).toBe(false);
    expect((await log(...THREE, RULES, ["lea", remove("boss")])).members.has("boss")).toBe(true);
    // Boss is not in it, but holds the key until the team has an administrator.
    const apart = await log(found(false), ...joins("lea", 2, 2), ...joins("ann", 4));
    expect(may(apart, "boss", remove("lea"))).toBe(false);
    expect(may(apart, "boss", remove("ann"))).toBe(true);
    expect(may(apart, "lea", remove("boss"))).toBe(false);
    expect(may(apart, "ann", remove("lea", true))).toBe(false);
  });

  it("leave by themselves once there is another administrator, or no one else", async () => {
    const two = await log(...TWO);
    expect(may(two, "boss", remove("boss"))).toBe(false);
    expect(may(two, "ann", remove("ann"))).toBe(true);
    expect(may(await log(found(true)), "boss", remove("boss"))).toBe(true);
    expect(may(await log(...TWO, ["boss", { kind: "role", id: "ann", roleId: 2 }]), "boss", remove("boss"))).toBe(true);
    const left = await log(...THREE, ["boss", remove("boss")]);
    expect(may(left, "lea", remove("lea"))).toBe(false);
    expect(may(await log(found(false), ...joins("ann", 2)), "boss", remove("boss"))).toBe(false);
  });

  it("is not made a plain member by others, so that they could take the last administrator out then", async () => {
    const apart = await log(found(false), ...joins("lea", 2, 2), ...joins("ann", 4));
    const role = (id: string, roleId: number): LogChange => ({ kind: "role", id, roleId });
    expect(may(apart, "boss", role("lea", 3))).toBe(false);
    expect(may(apart, "boss", role("ann", 2))).toBe(true);
    const two = await log(found(false), ...joins("lea", 2, 2), ...joins("ann", 4), ["boss", role("ann", 2)]);
    expect(may(two, "boss", role("lea", 3))).toBe(true);
  });
});
