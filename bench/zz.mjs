import { measureFirstList } from "./first-list.mjs";
import { time } from "./measure.mjs";
import { measureWire } from "./wire.mjs";
import { newAccount, startWorld } from "./world.mjs";

const world = await startWorld();
try {
  const { ms, result: large } = await time(() => newAccount(world, 10000));
  console.log("import", (ms / 1000).toFixed(1));
  await measureWire(world, large);
  await measureFirstList(world, large);
  await measureFirstList(world, large);
} finally {
  await world.stop();
}
