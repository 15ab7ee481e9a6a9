/**
 * `node tools/scale/cells.mjs`: two whole Coffers, each with a database of its own, behind one HAProxy that sends everyone to the cell of their account. Real clients register, sign in, save, read back,
 * hear of changes, share within a cell and across; one cell is killed, and the router started again. Scratch folder, loopback. `--people 8`
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deriveSecrets } from "../../apps/server/dist/secrets.js";
import { startServer } from "../../bench/server.mjs";
import { shareKeys } from "../../bench/shared-keys.mjs";
import { ROOT } from "../ensure.mjs";
import { tryAll } from "./cell-trials.mjs";
import { cellOf, startRouter } from "./router.mjs";

const { values } = parseArgs({ options: { people: { type: "string", default: "8" } } });
const CELLS = 2;
/** A company: its people share with each other, so they are in one cell. */
const DOMAINS = { "company.example": 2 };

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** A Coffer with its own database, its own secret, and the address of all. */
async function startCell({ folder, number, publicUrl }) {
  const [dataDir, secret, port] = [join(folder, `cell${number}`), `the secret of cell ${number}, for this run alone`, await freePort()];
  const env = {
    SERVER_SECRET: secret,
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXY: "127.0.0.1",
    WORKERS: "1",
    NIGHTLY_CHECK: "off",
    PORT: String(port),
  };
  const server = await startServer(dataDir, env);
  const admin = (...words) => {
    const all = { ...process.env, ...env, DATA_DIR: dataDir, BACKUP_DIR: "off" };
    const options = { cwd: ROOT, env: all, encoding: "utf8" };
    const { status, stdout, stderr } = spawnSync(process.execPath, ["apps/server/dist/main.js", "admin", ...words], options);
    if (status !== 0) throw new Error(stderr || stdout);
    return stdout;
  };
  return { ...server, number, address: `127.0.0.1:${port}`, admin, key: deriveSecrets(secret).token.toString("base64") };
}

async function main() {
  shareKeys();
  const folder = mkdtempSync(join(tmpdir(), "coffer-cells-"));
  const running = [];
  const end = async () => {
    for (const stop of running.splice(0).reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end().then(() => process.exit(1)));
  try {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const cells = [];
    for (let number = 1; number <= CELLS; number++) {
      cells.push(await startCell({ folder, number, publicUrl: origin }));
      running.push(cells.at(-1).stop);
    }
    const startAgain = () => startRouter({ folder, port, cells, domains: DOMAINS });
    let router = await startAgain();
    running.push(() => router.stop());
    const restartRouter = async () => {
      await router.stop();
      router = await startAgain();
    };
    console.log(`${CELLS} Coffers with a database each, behind HAProxy on one address.\n`);
    return await tryAll({
      origin,
      cells,
      restartRouter,
      router: () => router,
      count: Number(values.people),
      cell: (email) => cells[cellOf(email, { cells: CELLS, domains: DOMAINS }) - 1],
    });
  } finally {
    await end();
  }
}

process.exitCode = (await main()) ? 0 : 1;
process.exit();
