/** Code that is loaded when it is first needed. */
import { ConnectionError } from "./errors.ts";

/** The one way to load a part of the client; the next call asks again for what did not come. @throws ConnectionError */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch((cause: unknown) => {
    throw new ConnectionError("load", { cause });
  });

/** All of whose verbs answer later: only they can be loaded when they are called. */
type Answering<Api> = { readonly [Name in keyof Api]: (...input: never[]) => Promise<unknown> };

/**
 * Verbs that are loaded when the first of them is called.
 * @param early - those that are here already. @param load - asked at each call; what it throws, the verb throws.
 */
export function bindLazy<Early extends object, Late extends Answering<Late>>(early: Early, load: () => Promise<Late>): Early & Late {
  const late =
    (name: keyof Late) =>
    async (...input: never[]) =>
      (await load())[name](...input);
  return new Proxy({ ...early } as Early & Late, {
    get(verbs, name) {
      // A room is no promise, and a verb is the same one each time it is read.
      if (typeof name === "string" && name !== "then" && !(name in verbs)) Object.assign(verbs, { [name]: late(name as keyof Late) });
      return Reflect.get(verbs, name);
    },
  });
}
