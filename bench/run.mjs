/** `npm run bench`: what a full vault costs, each measure as a ratio to a peer in the same run. `npm run bench -- team`: what a large team costs, click by click; `-- log`: what it costs to read its log; `-- shared`: what a save in a shared vault costs; `-- rls`: what row-level security costs; `-- pull`: what full pulls cost the real server; `-- load`: ten minutes of 200 connected devices; `-- scale`: what each thing that people do costs, in bytes and statements; `-- joining`: how long joining a team takes; `-- import`: what an import costs, on the page too; `-- extension`: what the extension costs in a browser; `-- web`: how long people wait for their list in one; `-- letters`: what a letter of a search costs; `-- trace`: where that time goes. */

import { measureExtension, printCosts } from "./extension.mjs";
import { measureFirstList } from "./first-list.mjs";
import { measureHealth } from "./health.mjs";
import { fileOf, measureImport } from "./import.mjs";
import { measureWizard } from "./import-wizard.mjs";
import { measureJoining } from "./joining.mjs";
import { measureLetters } from "./letters.mjs";
import { measureLoad } from "./load.mjs";
import { printTable, time } from "./measure.mjs";
import { measureOpening } from "./open.mjs";
import { measurePull } from "./pull.mjs";
import { measureReplay } from "./replay.mjs";
import { measureRowLevelSecurity } from "./row-level-security.mjs";
import { measureSaving } from "./save.mjs";
import { measureScale } from "./scale.mjs";
import { measureSearch } from "./search.mjs";
import { measureSharedSaving } from "./shared.mjs";
import { measureTeam, printClicks } from "./team.mjs";
import { measureTrace } from "./trace.mjs";
import { measureWeb } from "./web.mjs";
import { measureWire } from "./wire.mjs";
import { newAccount, newAdministrator, startWorld } from "./world.mjs";

const [LARGE, SMALL] = [10_000, 100];

async function vault(world) {
  const { ms, result: large } = await time(() => newAccount(world, LARGE));
  const small = await newAccount(world, SMALL);
  console.log(`${LARGE} items imported in ${(ms / 1000).toFixed(1)} s\n`);
  const wire = await measureWire(world, large);
  await measureFirstList(world, large);
  printTable([
    ...wire,
    ...(await measureOpening(large)),
    ...(await measureSearch(large)),
    ...(await measureHealth(large)),
    ...(await measureImport(world)),
    ...(await measureSaving(large, small)),
  ]);
}

async function team(world) {
  const slow = printClicks(await measureTeam(world, (email, password) => newAdministrator(world, email, password)));
  if (slow > 0) process.exitCode = 1;
}

async function imports(world) {
  printTable(await measureImport(world));
  if ((await measureWizard(world, fileOf())) > 0) process.exitCode = 1;
}

async function extension(world) {
  if (printCosts(await measureExtension(world)) > 0) process.exitCode = 1;
}

async function joining(world) {
  if (await measureJoining(world)) process.exitCode = 1;
}

async function shared(world) {
  printTable(await measureSharedSaving(world));
}

async function rls(world) {
  printTable(await measureRowLevelSecurity(world));
}

async function log() {
  if (await measureReplay()) process.exitCode = 1;
}

/** @returns the value of `--name VALUE` */
const option = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1 || process.argv.length];

async function web(world) {
  const items = (option("items") ?? String(LARGE)).split(",").map(Number);
  const asked = { items, json: option("json"), site: option("site"), runs: Number(option("runs") ?? 5), only: option("only")?.split(",") };
  if ((await measureWeb(world, asked)) > 0) process.exitCode = 1;
}

async function load(world) {
  const asked = {
    minutes: Number(option("minutes") ?? 10),
    devices: Number(option("devices") ?? 200),
    pause: Number(option("pause") ?? 20),
  };
  if (!(await measureLoad(world, asked))) process.exitCode = 1;
}

const letters = (world) =>
  measureLetters(world, { items: Number(option("items") ?? LARGE), site: option("site"), runs: Number(option("runs") ?? 3) });

async function trace(world) {
  const profile = process.argv.includes("--profile");
  await measureTrace(world, { items: Number(option("items") ?? LARGE), site: option("site"), out: option("out"), profile });
}

const scale = (world) => measureScale(world, { json: option("json"), only: option("only") });

const BENCHES = { vault, team, log, shared, rls, joining, pull: measurePull, load, scale, import: imports, extension, web, letters, trace };
const [name = "vault"] = process.argv.slice(2);
if (!BENCHES[name]) throw new Error(`There is no bench "${name}", only ${Object.keys(BENCHES).join(", ")}`);

const world = await startWorld();
try {
  await BENCHES[name](world);
} finally {
  await world.stop();
}
