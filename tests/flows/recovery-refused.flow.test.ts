/** A reset that must not happen, or must not be undone: wrong keys, a lying server (security design §5, §8). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import type { WireRecord } from "../../packages/contract/src/record.ts";
import { endsWith, NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let { personWithVault, freshDevice, provenDevice, reset } = {} as ReturnType<typeof recoverySteps>;
beforeAll(async () => {
  world = await startWorld();
  ({ personWithVault, freshDevice, provenDevice, reset } = recoverySteps(world));
});
afterAll(() => world.stop());

describe("a reset is refused", () => {
  let hal: Person;
  let ivy: Person;
  beforeAll(async () => {
    hal = await personWithVault("hal");
    ivy = await world.person("ivy");
  });

  const requestsOf = (path: string): number => world.requests.filter(({ url }) => url.endsWith(path)).length;
  /** Nothing must be sent that could replace the vault. */
  async function refusedWith(client: Client, refusal: object, change = {}) {
    const before = requestsOf("/users/reset-password");
    await expect(reset(hal, client, change)).rejects.toMatchObject(refusal);
    expect(requestsOf("/users/reset-password")).toBe(before);
  }

  it("with another person's recovery key, a mistyped one, or none", async () => {
    const client = await provenDevice(hal);
    await refusedWith(client, { code: "invalid_recovery_key" }, { recoveryKey: ivy.recoveryKey });
    const mistyped = hal.recoveryKey.replace(/^./, (first) => (first === "7" ? "8" : "7"));
    for (const recoveryKey of [mistyped, "", null]) await refusedWith(client, { name: "ClientError" }, { recoveryKey });
  });

  it("with a wrong code, and for an address that was not proven", async () => {
    const { client } = await world.stranger();
    const wrong = client.account.verifyRecovery({ email: hal.email, code: "000000" });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_recovery_code" });
    await expect(reset(hal, client)).rejects.toThrow("Password reset failed");
    await expect(reset(ivy, await provenDevice(hal))).rejects.toThrow("Password reset failed");
  });

  interface Whole {
    entries: WireRecord[];
    scope: { seq: number; epoch: number };
    head: { seq: number; head: string };
  }
  const passwordsOf = ({ entries }: Whole): WireRecord[] => entries.filter(({ itemType }) => itemType === "password");

  it.each<[what: string, lie: (whole: Whole) => void, refusal: object]>([
    ["leaves a record out", ({ entries }) => void entries.pop(), { code: "omitted" }],
    ["adds one", ({ entries }) => void entries.push({ ...(entries[0] as WireRecord), id: crypto.randomUUID() }), { code: "unlisted" }],
    ["sends an older revision", ({ entries: [first] }) => void Object.assign(first ?? {}, { revision: 9 }), { code: "stale" }],
    [
      "drops a field",
      (whole) => void delete (passwordsOf(whole)[0] as { website_url?: unknown }).website_url,
      { message: "Password reset failed" },
    ],
    [
      "swaps two fields",
      (whole) => {
        const [one, two] = passwordsOf(whole);
        Object.assign(one ?? {}, { encrypted_password: two?.encrypted_password });
      },
      { message: "Password reset failed" },
    ],
    ["says another key epoch", ({ scope }) => void Object.assign(scope, { epoch: 2 }), { code: "fork" }],
    ["says another seq", ({ scope, head }) => void [scope, head].map((one) => Object.assign(one, { seq: one.seq + 1 })), { code: "fork" }],
  ])("when the server %s", async (_, lie, refusal) => {
    const client = await provenDevice(hal);
    world.changeNextAnswer<Whole>(endsWith("/vault/entries-for-reset"), lie);
    await refusedWith(client, refusal);
  });

  it("when the server goes back behind what this device has seen", async () => {
    const { client } = hal;
    world.passMinutes(61);
    await client.account.login({ email: hal.email, password: hal.password });
    let old: Whole | null = null;
    const proven = await provenDevice(hal);
    world.changeNextAnswer<Whole>(endsWith("/vault/entries-for-reset"), (whole) => {
      old = structuredClone(whole);
    });
    await expect(reset(hal, proven, { recoveryKey: ivy.recoveryKey })).rejects.toMatchObject({ code: "invalid_recovery_key" });
    await client.vault.create({ draft: aLogin({ title: "Newer" }) });

    await provenDevice(hal, client);
    for (const discard of [false, true]) {
      world.changeNextAnswer<Whole>(endsWith("/vault/entries-for-reset"), (whole) => void Object.assign(whole, old));
      await refusedWith(client, { code: "rollback" }, { discard });
    }
  });
});

describe("after a reset, a device that knows of it refuses", () => {
  it("the earlier keys and vault", async () => {
    const joy = await personWithVault("joy");
    const old = await world.credentialsOf(joy.email);
    await reset(joy, await provenDevice(joy));
    const { client } = joy;
    await client.account.logout();
    await client.account.login({ email: joy.email, password: NEXT });
    world.changeNextAnswer<{ scope: { seq: number } }>(
      (url) => url.includes("/vault/all-items-data"),
      ({ scope }) => void Object.assign(scope, { seq: 2 }),
    );
    await expect(client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
    await client.vault.pull();
    await client.account.logout();
    await world.putCredentials(joy.email, old);
    await expect(client.account.login({ email: joy.email, password: joy.password })).rejects.toMatchObject({ code: "rollback" });
  });
});

describe("a vault that was left behind", () => {
  it("is kept for 30 days", async () => {
    const mia = await personWithVault("mia");
    await reset(mia, await provenDevice(mia), { recoveryKey: null, discard: true });
    const found = async () => (await freshDevice(mia.email, NEXT)).account.discardedVaults();
    world.passTime(29 * 24);
    expect(await found()).toHaveLength(1);
    world.passTime(2 * 24);
    expect(await found()).toHaveLength(0);
  });
});
