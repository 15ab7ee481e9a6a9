/**
 * A client for tests of screens. It has the type of the real one and only the verbs that a test gives it: any other verb fails the test that calls it, by name.
 */
import type { Client } from "@coffer/client";

/** The same shape, every verb and feature optional. */
export type PartOf<T> = {
  readonly [K in keyof T]?: T[K] extends (...args: infer Args) => infer Result ? (...args: Args) => Result : PartOf<T[K]>;
};

export function fakeClient(part: PartOf<Client> = {}): Client {
  const base: PartOf<Client> = {
    session: null,
    isLocked: false,
    onSession: () => () => undefined,
    newId: () => crypto.randomUUID(),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ...part,
    account: { mayHavePasskey: async () => true, hasUnsent: async () => false, ...part.account },
    vault: {
      beginning: async () => null,
      atOnce: async () => null,
      trouble: async () => null,
      renewal: async () => null,
      watch: () => () => undefined,
      keepEdits: async () => ({ send: async () => undefined, discard: async () => undefined, look: async () => false }),
      ...part.vault,
    },
    team: { rememberInvitation: async () => undefined, ownTeamStatus: async () => "none", ownTeamDoubt: async () => null, ...part.team },
    sharing: { promisedShares: async () => [], missingShares: async () => 0, ...part.sharing },
    drafts: { keep: async () => undefined, find: async () => null, discard: async () => undefined, ...part.drafts },
  };
  return strict("client", base) as Client;
}

/**
 * Reading what is not there gives a verb that fails; a promise must not be taken for one, so `then` is really absent. A feature is the same one each time it is read,
 * as in the real client: effects depend on it.
 */
function strict(path: string, part: object): object {
  const features = new Map<string, object>();
  const feature = (name: string, value: object): object => {
    const known = features.get(name) ?? strict(`${path}.${name}`, value);
    features.set(name, known);
    return known;
  };
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name === "symbol" || name === "then" || typeof value === "function") return value;
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return feature(name, value);
      return name in target ? value : feature(name, missing(`${path}.${name}`));
    },
  });
}

const missing = (path: string) => () => {
  throw new Error(`${path} is not expected here`);
};
