/** What processes of a server tell each other of their counts: a number that a monitor was told never gets less. */
import cluster, { type Worker } from "node:cluster";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { type Counted, type Snapshot, sumOf } from "./http/counters.ts";
import { answerMetrics, gatherFromWorkers } from "./worker-metrics.ts";

beforeAll(answerMetrics);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ID = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e11";

function aWorker(id: number) {
  const said: unknown[] = [];
  const worker = { id, isConnected: () => true, send: (message: unknown) => said.push(message) > 0 } as Partial<Worker> as Worker;
  return { worker, said, tell: (message: unknown) => cluster.emit("message", worker, message) };
}

const counted = (refused: number): Counted => ({ replies: {}, calls: {}, refusals: { forbidden: refused } });
const snapshot = (refused: number): Snapshot => ({
  ...counted(refused),
  delay: { p99: 1, most: 2 },
  memoryBytes: 3,
  uptimeSeconds: 4,
  connections: { busy: 0, idle: 1, waiting: 0 },
  waiting: { signIn: 0, list: 0, body: 0 },
});

it("the primary process adds up what its workers said last, also of those that have ended", () => {
  const [first, second] = [aWorker(1), aWorker(2)];
  first.tell({ told: counted(2) });
  first.tell({ told: counted(3) });
  second.tell({ told: counted(4) });
  second.tell({ told: "nonsense" });
  second.tell({ else: true });
  cluster.emit("disconnect", first.worker);
  cluster.emit("disconnect", aWorker(3).worker); // it has said nothing
  second.tell({ id: ID, snapshot: snapshot(5) });
  second.tell({ ask: ID });
  return vi.waitFor(() => expect(second.said).toEqual([{ id: ID, counted: sumOf([counted(3), counted(5)]), processes: [] }]));
});

it("a worker says what it has counted every second and when it is asked, and gives the numbers of all", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const said: Record<string, unknown>[] = [];
  vi.stubGlobal("process", Object.assign(Object.create(process), { send: (message: Record<string, unknown>) => said.push(message) > 0 }));
  const gather = gatherFromWorkers(() => snapshot(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual([{ told: snapshot(1) }]);
  const heard = (message: unknown) => process.emit("message", message, undefined);
  heard({ ask: ID });
  heard({ ask: "no id" });
  expect(said.slice(1)).toEqual([{ id: ID, snapshot: snapshot(1) }]);

  const asked = gather();
  const all = { id: said.at(-1)?.ask, counted: counted(9), processes: [snapshot(9)] };
  heard({ ...all, id: ID }); // another one's
  heard(all);
  expect(await asked).toEqual(all);

  const unanswered = expect(gather()).rejects.toMatchObject({ code: "unavailable" });
  await vi.advanceTimersByTimeAsync(2_000);
  await unanswered;
});
