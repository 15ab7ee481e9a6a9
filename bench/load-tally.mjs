/** What became of every call and every act of `bench -- load`, and of every login that people saved in it. */
import { median, time } from "./measure.mjs";

export const share = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? 0;

export function createTally() {
  const times = new Map();
  const failures = [];
  const refused = new Map();
  let answers = 0;
  return {
    failures,
    refused,
    answers: () => answers,
    /** Two devices that save at once: the client looks what the other has saved, and sends again. */
    answered: (path, status) => {
      answers += 1;
      const name = `${status} ${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID")}`;
      if (status >= 400) refused.set(name, (refused.get(name) ?? 0) + 1);
    },
    time: async (name, work) => {
      const { ms, result } = await time(work);
      times.set(name, [...(times.get(name) ?? []), ms]);
      return result;
    },
    failed: (name, error) => failures.push(`${name}: ${error.name}: ${error.message}`),
    /** A line for each kind of act. */
    lines: () =>
      [...times].map(
        ([name, all]) =>
          `| ${name} | ${all.length} | ${median(all).toFixed(0)} | ${share(all, 0.95).toFixed(0)} | ${share(all, 1).toFixed(0)} |`,
      ),
  };
}

/** What the devices of one account have saved, and when the others had it. */
export function createSaves() {
  const [kept, removed] = [new Set(), new Set()];
  const waited = new Map();
  const delays = [];
  return {
    kept,
    removed,
    delays,
    made: (device, id) => {
      kept.add(id);
      waited.set(id, { at: performance.now(), by: new Set([device]) });
    },
    gone: (id) => {
      kept.delete(id);
      removed.add(id);
      waited.delete(id);
    },
    /** A device has pulled after it heard of something. */
    seen: (device, items) => {
      const here = new Set(items.map(({ id }) => id));
      for (const [id, { at, by }] of waited) {
        if (!here.has(id) || by.has(device)) continue;
        by.add(device);
        delays.push(performance.now() - at);
      }
    },
    /** Forgets what was made long ago: a device that signs in later has not heard of it. */
    forget: (ms) => {
      for (const [id, { at }] of waited) if (performance.now() - at > ms) waited.delete(id);
    },
  };
}
