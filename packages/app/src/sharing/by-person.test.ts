/** How shares are put into rows of people and lines of what they have. */
import type { ShareRow } from "@coffer/client";
import { describe, expect, it } from "vitest";
import { aShare } from "../testing/sample-shares.ts";
import { byPerson, bySharer } from "./by-person.ts";

const NOON = Date.UTC(2030, 0, 15, 12);
const DAY_MS = 86_400_000;

const row = (name: string, more: Partial<ShareRow> = {}): ShareRow => aShare(name, { id: name, itemId: name, known: "verified", ...more });

const linesOf = (rows: readonly ShareRow[]) => byPerson(rows)[0]?.lines.map((line) => line.rows.map(({ name }) => name));

describe("shares by person", () => {
  it("puts teams first, then people by their address; a team and a person of one name stay apart", () => {
    const rows = [row("A", { person: "eve" }), row("B", { person: "bob" }), row("C", { person: "eve", isTeam: true })];
    expect(byPerson(rows).map(({ person, isTeam }) => [person, isTeam])).toEqual([
      ["eve", true],
      ["bob", false],
      ["eve", false],
    ]);
  });

  it("has a line for each level and each day of an end", () => {
    const rows = [
      row("A", { expiresAt: NOON }),
      row("B"),
      row("C", { expiresAt: NOON + 1000 }),
      row("D", { permission: "write" }),
      row("E", { expiresAt: NOON + 2 * DAY_MS }),
      row("F"),
    ];
    expect(linesOf(rows)).toEqual([["B", "F"], ["D"], ["E"], ["A", "C"]]);
  });

  it("puts what is over, and what the server says otherwise, into lines of their own at the end", () => {
    const rows = [
      row("A", { trouble: "not-listed" }),
      row("B", { expiresAt: NOON, isExpired: true }),
      row("C", { expiresAt: NOON - 9 * DAY_MS, isExpired: true }),
      row("D", { trouble: "not-given" }),
      row("E"),
    ];
    expect(linesOf(rows)).toEqual([["E"], ["B", "C"], ["A"], ["D"]]);
    expect(byPerson(rows)[0]?.lines.map(({ odd }) => odd)).toEqual([null, null, "not-listed", "not-given"]);
  });

  it("puts into one row what a person shares with the user and with their team, in lines of its own", () => {
    const rows = [
      row("A", { isTeam: true, known: "unverified" }),
      row("B"),
      row("C", { person: "ann" }),
      row("D", { person: "ann", isTeam: true }),
    ];
    const found = bySharer(rows).map(({ person, known, lines }) => [
      person,
      known,
      lines.map((one) => [one.isTeam, one.rows.map(({ name }) => name)]),
    ]);
    expect(found).toEqual([
      [
        "ann",
        "verified",
        [
          [false, ["C"]],
          [true, ["D"]],
        ],
      ],
      [
        "bob@example.com",
        "verified",
        [
          [true, ["A"]],
          [false, ["B"]],
        ],
      ],
    ]);
    expect(bySharer([row("A", { isTeam: true })])[0]?.known).toBeNull();
  });

  it("says the worst that is known of a key", () => {
    expect(byPerson([row("A"), row("B", { known: "changed" }), row("C", { known: "unverified" })])[0]?.known).toBe("changed");
    expect(byPerson([row("A"), row("B", { known: "unverified" })])[0]?.known).toBe("unverified");
  });
});
