/** Loads code on first use. */
import { ConnectionError } from "./errors.ts";

/** The only way to load a part of the client; a failed load is retried by the next call. @throws ConnectionError */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch((cause: unknown) => {
    throw new ConnectionError("load", { cause });
  });

/** Only asynchronous functions can be loaded when they are called. */
type Answering<Api> = { readonly [Name in keyof Api]: (...input: never[]) => Promise<unknown> };

/**
 * Functions that are loaded when the first of them is called.
 * @param early - those that are already here. @param load - called each time; the function throws what it throws.
 */
export function bindLazy<Early extends object, Late extends Answering<Late>>(early: Early, load: () => Promise<Late>): Early & Late {
  const late =
    (name: keyof Late) =>
    async (...input: never[]) =>
      (await load())[name](...input);
  return new Proxy({ ...early } as Early & Late, {
    get(verbs, name) {
      // The proxy must not look like a promise, and each function must stay the same object.
      if (typeof name === "string" && name !== "then" && !(name in verbs)) Object.assign(verbs, { [name]: late(name as keyof Late) });
      return Reflect.get(verbs, name);
    },
  });
}
