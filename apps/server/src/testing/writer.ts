/** A person with an empty vault, for tests of records. */
import { bodyAs, type Person, type Server } from "./world.ts";

interface Pulled {
  readonly data: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly scope: { readonly seq: number; readonly generation: number };
  readonly heads: readonly {
    readonly seq: number;
    readonly generation: number;
    readonly head: string;
    readonly signature: string | null;
  }[];
  readonly tombstones: readonly string[];
  readonly epochs: unknown;
  readonly used: readonly unknown[];
}

interface Writer extends Person {
  readonly pull: (query?: string) => Promise<Pulled>;
}

let count = 0;

export async function openWriter(server: Server): Promise<Writer> {
  const person = await server.join(`writer${count++}@example.com`);
  const pull: Writer["pull"] = async (query = "") => bodyAs<Pulled>((await person.call("GET", `/vault/all-items-data${query}`)).body);
  return { ...person, pull };
}

/** Every record of a reply, those in the trash among them. */
export const itemsOf = ({ data }: Pick<Pulled, "data">): Record<string, unknown>[] => Object.values(data).flat();

interface Named {
  readonly id: string;
}
/** A change that puts a record into the trash. */
export const trashing = ({ id }: Named, server: Server) => ({ op: "trash", id, trashedAt: server.clock.now });
export const purging = ({ id }: Named) => ({ op: "purge", id });
