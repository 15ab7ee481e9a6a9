/** A bound in time for work that must not go on for ever. A test's own bound cannot end a loop that lets nobody else in; this one can. */
import { createContext, Script } from "node:vm";

const room: { work?: () => unknown } = createContext({});
const script = new Script("work()");

/** @throws when the work, all of which is synchronous, takes longer. */
export function withTimeLimit<T>(milliseconds: number, work: () => T): T {
  room.work = work;
  return script.runInContext(room, { timeout: milliseconds }) as T;
}
