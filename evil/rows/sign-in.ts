/** Lies in the answers to a sign-in: key parameters, keys, whose account it is. */
import { expect } from "vitest";
import type { Row } from "../row.ts";
import { refused, type Stage } from "../stage.ts";

const CLIENT = { name: "ClientError" };
/** The message that names the risk. */
const OTHER = { name: "ClientError", message: expect.stringContaining("other key parameters") };
type Data = { data: Record<string, unknown> & { user: Record<string, unknown> } };

/** Ann signs in on a device; `isKnown` when it has seen the account before. */
async function signIn({ ann, world }: Stage, isKnown: boolean): Promise<() => Promise<unknown>> {
  const typed = { email: ann.email, password: ann.password };
  const { client } = isKnown ? ann : await world.stranger();
  if (isKnown) await client.account.logout();
  return () => client.account.login(typed);
}

/** The lie is told at prelogin: no password may be derived for it, so nothing may be sent. */
const parameters = (
  does: string,
  change: object,
  { isKnown = false, refusal = {} }: { isKnown?: boolean; refusal?: object } = {},
): Row => ({
  attack: "9, 12, 18, 29",
  does: `prelogin says ${does}`,
  answer: "stops before the password is derived; sends no login",
  run: async (stage) => {
    const act = await signIn(stage, isKnown);
    stage.lie("/users/prelogin", (body: object) => ({ ...body, ...change }));
    const before = stage.sent.length;
    await refused(stage, act, refusal);
    expect(stage.sent.slice(before).filter(({ url }) => url.endsWith("/users/login"))).toEqual([]);
  },
});

/** The lie stands in the login's answer. */
const reply = (
  attack: string,
  does: string,
  change: (data: Data["data"], stage: Stage) => object | Promise<object>,
  refusal: object = {},
  isKnown = false,
): Row => ({
  attack,
  does: `login answers ${does}`,
  answer: "no session begins, nothing is written",
  run: async (stage) => {
    const act = await signIn(stage, isKnown);
    const changed: { by?: object } = {};
    const honest = await loginData(stage, stage.ann);
    changed.by = await change(honest, stage);
    stage.lie("/users/login", ({ data, ...rest }: Data) => ({ ...rest, data: { ...data, ...changed.by } }));
    await refused(stage, act, refusal);
  },
});

/** What the honest server answers a sign-in with. */
export async function loginData(
  { world, lie, honest }: Stage,
  { email, password }: { email: string; password: string },
): Promise<Data["data"]> {
  let seen: Data["data"] | undefined;
  lie("/users/login", ({ data }: Data) => {
    seen = structuredClone(data);
  });
  const { client } = await world.stranger();
  await client.account.login({ email, password });
  honest();
  if (!seen) throw new Error("Nobody signed in");
  return seen;
}

export const SIGN_IN: readonly Row[] = [
  parameters("kdfId 0", { kdfId: 0 }, { refusal: OTHER }),
  parameters("kdfId 2", { kdfId: 2 }, { refusal: OTHER }),
  parameters("kdfId -1", { kdfId: -1 }, { refusal: OTHER }),
  parameters("kdfId 1000000000", { kdfId: 1e9 }, { refusal: OTHER }),
  parameters('kdfId "1"', { kdfId: "1" }),
  parameters("no kdfId", { kdfId: undefined }),
  parameters("a short salt", { salt: "00" }),
  parameters("another salt than before", { salt: "00112233445566778899aabbccddeeff" }, { isKnown: true, refusal: OTHER }),
  reply("26", "without the vault key", () => ({ encryptedVaultKey: null }), CLIENT),
  reply("26", "with an empty vault key", () => ({ encryptedVaultKey: "" })),
  reply("26", "without the identity", () => ({ encryptedPrivateKey: null })),
  reply(
    "24",
    "with another account's vault key",
    async (_, stage) => ({ encryptedVaultKey: (await loginData(stage, stage.eve)).encryptedVaultKey }),
    CLIENT,
  ),
  reply("24", "with the vault key of another purpose", ({ encryptedPrivateKey }) => ({ encryptedVaultKey: encryptedPrivateKey }), CLIENT),
  reply(
    "24",
    "with another account's identity",
    async (_, stage) => ({ encryptedPrivateKey: (await loginData(stage, stage.eve)).encryptedPrivateKey }),
    CLIENT,
  ),
  reply("24", "with a later epoch of the credentials", () => ({ credEpoch: 2 }), CLIENT),
  reply("24", "with a later epoch of the keys", () => ({ keyEpoch: 2 }), CLIENT),
  reply(
    "R5",
    "for another account under the same address",
    async (data, stage) => ({ user: { ...data.user, id: (await loginData(stage, stage.eve)).user.id } }),
    {},
    true,
  ),
  reply("R5", "for another address", (data, { eve }) => ({ user: { ...data.user, email: eve.email } }), CLIENT),
];
