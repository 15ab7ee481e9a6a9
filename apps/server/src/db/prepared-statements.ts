/**
 * Has PostgreSQL keep what a connection asks again and again. Reading and planning a statement cost it as much as answering all of a call: with this it works half as long.
 * Whose row it is is checked when a plan is used, never when it is made (row-level-security.ts); a change below a plan makes PostgreSQL plan again.
 */
import type { ClientBase, Pool } from "pg";

/** What a connection keeps at most, of some ten kilobytes each. Idle connections end, and their statements with them. */
const MOST = 100;
/** Longer ones are lists of values, which rarely come twice. */
const LONGEST = 4_000;

interface NamelessQuery {
  readonly text: string;
  readonly name?: string | undefined;
}

/** Of one connection: the names of the statements that came twice. */
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const once = new Set<string>();
  return (text) => {
    // A text without places for values may be several statements, or no query at all.
    if (!text.includes("$1") || text.length > LONGEST || names.has(text) || names.size === MOST) return names.get(text);
    if (once.delete(text)) names.set(text, `known-${names.size}`);
    else if (once.size === MOST) once.clear();
    else once.add(text);
    return names.get(text);
  };
}

const isText = (asked: unknown, values: unknown): asked is string => typeof asked === "string" && Array.isArray(values);
const isNameless = (asked: unknown): asked is NamelessQuery =>
  typeof asked === "object" && asked !== null && "text" in asked && typeof asked.text === "string" && !(asked as NamelessQuery).name;

function keepKnown(client: ClientBase): void {
  const nameOf = createStatementNames();
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
  const askByName = (asked: unknown, ...others: unknown[]): unknown => {
    const { text, ...more } = isText(asked, others[0]) ? { text: asked } : isNameless(asked) ? asked : { text: "" };
    const name = nameOf(text);
    return name === undefined ? ask(asked, ...others) : ask({ ...more, text, name }, ...others);
  };
  client.query = askByName as typeof client.query;
}

export const usePreparedStatements = <P extends Pool>(pool: P): P => pool.on("connect", keepKnown);
