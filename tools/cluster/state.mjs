/** Which machine does what at the moment, asked of the programs themselves. */
import { setTimeout as sleep } from "node:timers/promises";

const ASK_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 100;
/** Patroni notes once in a while how far each is, and people go on saving. */
const LAG_BYTES = 1_000_000;

async function ask(url, options = {}) {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    return { isGood: response.ok, body: await response.json().catch(() => null) };
  } catch {
    return { isGood: false, body: null };
  }
}

async function firstOf(machines, test) {
  const found = await Promise.all(machines.map(test));
  return machines[found.indexOf(true)] ?? null;
}

/** @returns the machine with the primary; null while there is none */
export const primaryOf = (machines) => firstOf(machines, async ({ address }) => (await ask(`http://${address}:8008/primary`)).isGood);

export const etcdLeaderOf = (machines) =>
  firstOf(machines, async ({ address }) => {
    const { body } = await ask(`http://${address}:2379/v3/maintenance/status`, { method: "POST", body: "{}" });
    return body !== null && body.leader === body.header.member_id;
  });

export const isReady = async ({ address }) => (await ask(`http://${address}:3000/health/ready`)).isGood;

/** Whether everything runs: a primary, a synchronous standby, another one that follows, and all servers. */
async function isWhole(machines) {
  const [{ body }, ...ready] = await Promise.all([ask(`http://${machines[0].address}:8008/cluster`), ...machines.map(isReady)]);
  const members = body?.members ?? [];
  const timelines = new Set(members.map(({ timeline }) => timeline));
  const isRunning = members.every(({ state, lag = 0 }) => (state === "running" || state === "streaming") && lag <= LAG_BYTES);
  const roles = members.map(({ role }) => role).sort();
  return ready.every(Boolean) && isRunning && timelines.size === 1 && roles.join() === "leader,replica,sync_standby";
}

/** @throws Error when it takes longer */
export async function until(what, test, withinMs = 120_000) {
  const last = Date.now() + withinMs;
  while (!(await test())) {
    if (Date.now() > last) throw new Error(`Waited in vain: ${what}`);
    await sleep(LOOK_EVERY_MS);
  }
}

export const untilWhole = (machines) => until("everything runs", () => isWhole(machines));

export const untilPrimary = (machines) => until("a primary", async () => (await primaryOf(machines)) !== null);
