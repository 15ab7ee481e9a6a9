/** A person whose commits follow one another, for tests of records. */
import { type Answer, type Person, type Server, wrapped } from "./world.ts";

interface Pulled {
  readonly data: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly scope: { readonly seq: number; readonly meta: number };
  readonly heads: readonly { readonly seq: number; readonly head: string }[];
  readonly tombstones: readonly string[];
}

interface Writer extends Person {
  /** Writes as the next seq; a refused write takes none. */
  readonly commit: (...changes: readonly unknown[]) => Promise<Answer>;
  readonly pull: (query?: string) => Promise<Pulled>;
}

let count = 0;

export async function openWriter(server: Server): Promise<Writer> {
  const person = await server.join(`writer${count++}@example.com`);
  let seq = 1;
  const commit: Writer["commit"] = async (...changes) => {
    const answer = await person.call("POST", "/vault/commit", { scope: person.scopeId, baseSeq: seq, head: wrapped(), changes });
    if (answer.status === 200) seq = Number(answer.body.seq);
    return answer;
  };
  const pull: Writer["pull"] = async (query = "") => (await person.call("GET", `/vault/all-items-data${query}`)).body as unknown as Pulled;
  return { ...person, commit, pull };
}

export const itemsOf = ({ data }: Pick<Pulled, "data">): Record<string, unknown>[] => Object.values(data).flat();

export const removal = ({ id }: { readonly id: string }) => ({ op: "remove", id });
