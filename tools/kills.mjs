/** `npm run kills -- 300`: kills the server, its database and their processes so many times in the middle of saves, and looks whether anything is lost. */
import { spawnSync } from "node:child_process";
import { ROOT } from "./ensure.mjs";

const [count = "300"] = process.argv.slice(2);
if (!/^[1-9]\d{0,4}$/.test(count)) {
  console.error("Say how many: npm run kills -- 300");
  process.exit(1);
}
const words = ["vitest", "run", "--project", "slow", "apps/server/src/durability.test.ts", "-t", "link that works|loses nothing"];
const { status } = spawnSync("npx", words, { cwd: ROOT, stdio: "inherit", env: { ...process.env, KILLS: count } });
process.exit(status ?? 1);
