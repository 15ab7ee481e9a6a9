import { AppError } from "@coffer/contract/errors";
import { expect, it } from "vitest";
import type { TrustStore } from "../sharing/trust-store.ts";
import { OtherTeams } from "./other-teams.ts";
import { emptyLog } from "./verified-log.ts";

const PIN = { genesis: "", seq: 1, head: "" };
const OWN = "own";
const teamsOf = (count: number): TrustStore["teams"] =>
  Object.fromEntries([OWN, ...Array.from({ length: count }, (_, at) => `team ${at}`)].map((id) => [id, PIN]));

/** A server that answers as `refuse` says: null is a team whose administrators lack the key. */
function serverOf(refuse: (id: string) => AppError | null) {
  const asked: string[] = [];
  const maintain = async (id: string) => {
    asked.push(id);
    const refusal = refuse(id);
    if (refusal) throw refusal;
    return { log: emptyLog(id), reply: { people: [] } };
  };
  /** @returns what one look has asked for */
  const look = async (others: OtherTeams, teams: TrustStore["teams"]): Promise<readonly string[]> => {
    const from = asked.length;
    await others.maintain(teams, OWN, maintain);
    return asked.slice(from);
  };
  return { look };
}

it("looks after hundreds of teams in turn, a few at each look and the newest first: no start uses up the calls of a minute", async () => {
  const [others, teams, server] = [new OtherTeams(), teamsOf(400), serverOf(() => null)];
  const looks: (readonly string[])[] = [];
  for (let at = 0; at < 41; at++) looks.push(await server.look(others, teams));
  expect(looks[0]).toContain("team 399");
  expect(Math.max(...looks.map(({ length }) => length))).toBe(10);
  expect(new Set(looks.slice(0, 40).flat())).toEqual(new Set(Object.keys(teams).filter((id) => id !== OWN)));
  // Then from the beginning.
  expect(looks[40]).toEqual(looks[0]);
});

it("a refusal for too many calls says nothing of a team, and ends the look", async () => {
  const [others, teams, isBusy] = [new OtherTeams(), teamsOf(3), { now: true }];
  const server = serverOf(() => (isBusy.now ? new AppError("rate_limited") : null));
  expect(await server.look(others, teams)).toHaveLength(1);
  isBusy.now = false;
  expect(await server.look(others, teams)).toHaveLength(3);
});

it("a team that is gone, that this account may not see or has deleted, is not asked for again", async () => {
  const [others, teams] = [new OtherTeams(), teamsOf(3)];
  const server = serverOf((id) => (id === "team 0" ? new AppError("not_found") : id === "team 1" ? new AppError("forbidden") : null));
  expect(await server.look(others, teams)).toHaveLength(3);
  expect(await server.look(others, teams)).toEqual(["team 2"]);
  const deleted = { ...PIN, hasLeft: true, isGone: true };
  expect(await server.look(others, { ...teams, "team 2": deleted })).toEqual([]);
  // Agreed to again, it is looked after.
  expect(await server.look(others, { ...teams, "team 2": { ...deleted, hasLeft: false } })).toEqual(["team 2"]);
});
