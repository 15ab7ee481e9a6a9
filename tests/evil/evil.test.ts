/** Every row of attacks.md that applies today, replayed by the real server behind a mutator against the real client (`npm run evil` prints what happened). */
import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { type EvilServer, startEvilServer } from "./evil-server.ts";
import { firstOfClasses, ROWS } from "./rows.ts";

let server: EvilServer;
beforeAll(async () => {
  server = await startEvilServer();
});
afterAll(() => server.stop());

const groups = Object.entries(ROWS)
  .map(([name, rows]) => [name, inject("isWhole") ? rows : firstOfClasses(rows)] as const)
  .filter(([, rows]) => rows.length > 0);

describe.each(groups)("%s", (_, rows) => {
  for (const row of rows)
    it(`attack ${row.attack}: ${row.does}`, async ({ task }) => {
      Object.assign(task.meta, { attack: row.attack, does: row.does, answer: row.answer }); // for the report
      const stage = await server.openStage(row);
      await row.run(stage);
      await stage.checkOracles();
    });
});
