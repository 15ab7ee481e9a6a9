/** Every row of attacks.md that applies today, replayed by the real server behind a mutator against the real client (`npm run evil` prints what happened). */
import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { type EvilServer, startEvilServer } from "./evil-server.ts";
import type { Row } from "./row.ts";
import { ROWS } from "./rows.ts";

let server: EvilServer;
beforeAll(async () => {
  server = await startEvilServer();
});
afterAll(() => server.stop());

/** `npm test` replays the first attack of each class and those that are marked for it, everything else replays all. */
const isPlayed = ({ isDaily }: Row, at: number): boolean => inject("isWhole") || isDaily === true || at === 0;

describe.each(Object.entries(ROWS))("%s", (_, rows) => {
  for (const row of rows.filter(isPlayed))
    it(`attack ${row.attack}: ${row.does}`, async ({ task }) => {
      Object.assign(task.meta, { attack: row.attack, does: row.does, answer: row.answer }); // for the report
      const stage = await server.openStage(row);
      await row.run(stage);
      await stage.checkOracles();
    });
});
