/** A time limit for synchronous work that might never end. A test's own timeout cannot interrupt a blocking loop; this one can. */
import { createContext, Script } from "node:vm";

const sandbox: { work?: () => unknown } = createContext({});
const script = new Script("work()");

/** @throws when the work, which must be synchronous, takes longer. */
export function withTimeLimit<T>(milliseconds: number, work: () => T): T {
  sandbox.work = work;
  return script.runInContext(sandbox, { timeout: milliseconds }) as T;
}
