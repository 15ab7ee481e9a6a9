/** Every row of attacks.md that applies today, replayed by the real server behind a mutator against the real client (`npm run evil` prints what happened). */
import { afterAll, beforeAll, describe, it } from "vitest";
import { ROWS } from "./rows.ts";
import { openTheatre, type Theatre } from "./stage.ts";

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(() => theatre.stop());

describe.each(Object.entries(ROWS))("%s", (_, rows) => {
  it.each(rows.map((row) => [row.attack, row.does, row] as const))("attack %s: %s", async (_, __, row) => {
    const stage = await theatre.openStage();
    await row.run(stage);
    await stage.checkOracles();
  });
});
