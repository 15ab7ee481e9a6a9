/**
 * The evil colleague: plays the writing calls of the contract in every role, by the honest server, and looks after each. `npm run evil -- --colleague 10000 --seed 7`
 * runs so many calls; a failure names the seed and the shortest sequence of calls.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { allEndpoints } from "../../../packages/contract/src/all-endpoints.ts";
import { type EvilServer, startEvilServer } from "../evil-server.ts";
import { type Cast, castOf, ROLES } from "./cast.ts";
import { databaseOf } from "./database.ts";
import { inputOf } from "./draft.ts";
import { drawBy } from "./draw.ts";
import type { Stage } from "./play.ts";
import { playAll } from "./run.ts";
import { readServerState } from "./server-state.ts";
import { signed } from "./signing.ts";
import { aimOf } from "./values.ts";
import { LEFT_OUT, WRITING_CALLS } from "./writing-calls.ts";

const CALLS = Number(process.env.EVIL_CALLS ?? (inject("isWhole") ? 2_000 : 120));
const SEED = Number(process.env.EVIL_SEED ?? 1);
const FROM = Number(process.env.EVIL_FROM ?? 0);

let server: EvilServer;
let cast: Cast;
let stage: Stage;
beforeAll(async () => {
  server = await startEvilServer();
  cast = await castOf(server);
  const { world, teamId } = cast;
  const database = await databaseOf(world);
  await database.save();
  stage = { cast, database, sent: sentBy(cast), first: await readServerState(world, teamId), savedAt: world.now() };
});
afterAll(() => server.stop());

/** By the path of the endpoint. */
function sentBy({ world }: Cast): Stage["sent"] {
  const sent = new Map<string, Readonly<Record<string, unknown>>[]>();
  for (const { url, body } of world.requests) {
    if (!body.startsWith("{")) continue;
    const path = new URL(url).pathname.replace(/^\/api/, "");
    for (const { spec } of WRITING_CALLS)
      if (new RegExp(`^${spec.path.replace(/:\w+/g, "[^/]+")}$`).test(path))
        sent.set(spec.path, [...(sent.get(spec.path) ?? []), JSON.parse(body) as Record<string, unknown>]);
  }
  return sent;
}

describe("the evil colleague", () => {
  it("can say each writing call in each role, as the contract has it", async () => {
    const wrong: string[] = [];
    for (const call of WRITING_CALLS)
      for (const [at, role] of ROLES.entries()) {
        const aim = aimOf(call, cast.actors[role], stage.first, drawBy(at), cast.teamId);
        const { success, error } = call.spec.input.safeParse(await signed(aim, await inputOf(aim, 0)));
        if (!success) wrong.push(`${call.name} by ${role}: ${error.message}`);
      }
    expect(wrong).toEqual([]);
    const names = allEndpoints().map(([name]) => name);
    expect(Object.keys(LEFT_OUT).filter((name) => !names.includes(name))).toEqual([]);
  });

  it(`changes nothing in ${CALLS} calls that is not theirs, and no one is stuck`, { timeout: 14_400_000 }, async () => {
    const isLong = process.env.EVIL_CALLS !== undefined;
    const tell = (line: string): void => void (isLong && process.stderr.write(`${line}\n`));
    const told = await playAll(stage, { count: CALLS, seed: SEED, from: FROM, isDeep: isLong, isAll: process.env.EVIL_ALL === "1", tell });
    expect(told.failures.join("\n\n")).toBe("");
    expect(Object.keys(told.accepted).length, "calls that were accepted of some role").toBeGreaterThan(CALLS / 30);
  });
});
