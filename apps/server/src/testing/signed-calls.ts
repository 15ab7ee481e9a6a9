/** Every call that carries a signed head, made ready so that nothing but the signature decides: for the test that walks them. */
import { allEndpoints } from "@coffer/contract/all-endpoints";
import type { Endpoint } from "@coffer/contract/endpoint";
import type { SignedHead } from "@coffer/contract/head-message";
import { z } from "zod";
import { exampleCall, exampleInput } from "./examples.ts";
import { firstHead, type SignedWrite, writeAfter } from "./identities.ts";
import { profileForm } from "./profiles.ts";
import { type Entry, hashOf, proveMailbox, resetBody } from "./recovery.ts";
import { type Answer, hex, id, type Person, put, registration, type Server, sealed } from "./world.ts";
import { trashing } from "./writer.ts";

const namesOf = (spec: Endpoint): string[] =>
  Object.keys(z.toJSONSchema(spec.input, { io: "input", unrepresentable: "any" }).properties ?? {});

export const signedEndpoints = (): readonly (readonly [string, Endpoint])[] =>
  allEndpoints().filter(([, spec]) => ["head", "signature"].every((name) => namesOf(spec).includes(name)));

export interface SignedCall {
  /** Sends it. @param falsified - what is signed differs from the truth in these @param signer - who signs instead of the owner */
  readonly send: (falsified?: Partial<SignedHead>, signer?: string) => Promise<Answer>;
  /** Sends it with these words in place of the true ones. */
  readonly sendWith: (words: Partial<SignedWrite>) => Promise<Answer>;
}

type Sign = (falsified: Partial<SignedHead>, signer?: string) => object | Promise<object>;
interface Ready {
  readonly input: object;
  readonly sign?: Sign;
  readonly token?: string;
}

/** @param ann - with an empty vault and a recovery key that hashes to what the account has */
export async function readyCall(server: Server, ann: Person, name: string, spec: Endpoint): Promise<SignedCall> {
  const ready = await (SPECIAL[name] ?? ordinary)(server, ann, name);
  // A repair begins the next generation, at a seq it chooses.
  const own = name === "vault.repair" ? { generation: 2, seq: REPAIRED_SEQ } : {};
  const byOwner: Sign = async (falsified, signer = ann.form.publicKey) => writeAfter(signer, await ann.stored(), { ...own, ...falsified });
  const sign = ready.sign ?? byOwner;
  const post = async (more: object): Promise<Answer> => {
    // Other reasons to refuse are removed: attempts and codes that were used.
    await server.pool.query("delete from rate_limit");
    if (name === "account.changeEmail") await server.pool.query("update code set proven_at = null");
    const { path, body } = exampleCall(spec, { ...exampleInput(spec), ...ready.input, ...more });
    return server.call(spec.method, path, body, { token: ready.token ?? ann.token });
  };
  return {
    send: async (falsified = {}, signer) => post(await sign(falsified, signer)),
    sendWith: async (words) => post({ ...(await sign({})), ...words }),
  };
}

const REPAIRED_SEQ = 100;
type Prepare = (server: Server, ann: Person, name: string) => Promise<Ready>;

/** Calls about records: about a live one, one in the trash, or a new one. */
const ordinary: Prepare = async (server, ann, name) => {
  const [feature = "", verb = ""] = name.split(/\.(?=[^.]*$)/);
  const kind = feature.startsWith("items.") ? feature.slice("items.".length) : /Vault$/.test(verb) ? "category" : "note";
  const [target, vault, gone] = [put(kind), put("category"), put("note")];
  await ann.commit(target, vault, gone);
  await ann.commit(trashing(gone, server));
  if (verb.startsWith("create")) return { input: { id: id() } };
  if (verb.startsWith("update")) return { input: { id: target.id, revision: 2 } };
  const about = verb.startsWith("purge") ? gone : target;
  const { body } = await ann.call("POST", "/import/initialize", { source_type: "chrome" });
  return {
    input: { ...INPUTS[verb]?.(vault.id), id: about.id, ...pick(name, { ids: [about.id], scope: ann.scopeId, importId: body.id }) },
  };
};

/** Those of the words that the endpoint takes, and `id` only where it does. */
function pick(name: string, words: Readonly<Record<string, unknown>>): object {
  const known = new Set(signedEndpoints().flatMap(([one, spec]) => (one === name ? namesOf(spec) : [])));
  const taken = Object.entries({ ...words }).filter(([word]) => known.has(word));
  return { ...Object.fromEntries(taken), ...(known.has("id") ? {} : { id: undefined }) };
}

const INPUTS: Readonly<Record<string, (vaultId: string) => object>> = {
  place: (categoryId) => ({ categoryId }),
  placeMany: (categoryId) => ({ categoryId }),
  repair: () => ({ seq: REPAIRED_SEQ, generation: 2, records: [{ ...put("note", { revision: 7 }), trashedAt: null }] }),
};

const firstOf =
  (form: { publicKey: string; personalVaultId: string }): Sign =>
  (falsified, signer) =>
    firstHead(signer ?? form.publicKey, form.personalVaultId, falsified);

const SPECIAL: Readonly<Record<string, Prepare>> = {
  "account.register": async (server) => {
    const form = registration(`${id()}@example.com`, await server.invite());
    return { input: form, sign: firstOf(form) };
  },
  "account.createProfile": async (server, ann) => {
    const email = `${id()}@example.com`;
    await ann.call("POST", "/users/initiate-profile-link", { email });
    await ann.call("POST", "/users/verify-profile-email", { email, code: await server.mailedCode(email) });
    const form = profileForm(email, ann);
    return { input: form, sign: firstOf(form) };
  },
  "account.changePassword": async () => ({ input: { credEpoch: 2 } }),
  // Of an empty vault, so that nothing has to be sealed again.
  "account.renewKeys": async () => ({ input: {} }),
  "account.renewRecoveryKey": async () => ({ input: { credEpoch: 1 } }),
  "account.changeEmail": async (server, ann) => {
    const email = `${id()}@example.com`;
    await ann.call("POST", "/users/request-email-change", { email });
    return { input: { credEpoch: 2, email, code: await server.mailedCode(email) } };
  },
  "account.resetPassword": async (server, ann) => {
    await ann.commit(put("note", { fields: { name: sealed() } }));
    const recoveryAuth = hex(32);
    await server.pool.query("update account set recovery_auth_hash = $1 where id = $2", [hashOf(recoveryAuth), ann.accountId]);
    const { token } = await proveMailbox(server, ann.email);
    const { body } = await server.call("GET", "/vault/entries-for-reset", undefined, { token });
    const read = body as { entries: Entry[]; scope: { id: string; seq: number; generation: number }; head: { head: string } };
    const { signature: _, head: __, baseSeq: ___, ...input } = resetBody(ann.email, ann.form.publicKey, read, { recoveryAuth });
    return { input, token };
  },
};
