/** `npm run bench`: what a full vault costs, each measure as a ratio to a peer in the same run. */

import { measureHealth } from "./health.mjs";
import { measureImport } from "./import.mjs";
import { printTable, time } from "./measure.mjs";
import { measureOpening } from "./open.mjs";
import { measureSaving } from "./save.mjs";
import { measureSearch } from "./search.mjs";
import { measureWire } from "./wire.mjs";
import { newAccount, startWorld } from "./world.mjs";

const [LARGE, SMALL] = [10_000, 100];

const world = await startWorld();
try {
  const { ms, result: large } = await time(() => newAccount(world, LARGE));
  const small = await newAccount(world, SMALL);
  console.log(`${LARGE} items imported in ${(ms / 1000).toFixed(1)} s\n`);
  const wire = await measureWire(world, large);
  printTable([
    ...wire,
    ...(await measureOpening(large)),
    ...(await measureSearch(large)),
    ...(await measureHealth(large)),
    ...(await measureImport()),
    ...(await measureSaving(large, small)),
  ]);
} finally {
  await world.stop();
}
