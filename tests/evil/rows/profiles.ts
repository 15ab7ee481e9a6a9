/** Lies at a switch between linked profiles. */
import { expect } from "vitest";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

type Reply = { data: Record<string, unknown> & { user: Record<string, unknown> } };
const SWITCH = "/switch-profile/";

export async function addProfile({ ann, world }: Stage, name: string): Promise<string> {
  const { account } = ann.client;
  const email = `${name}.${ann.email}`;
  await account.sendProfileCode({ email });
  await account.verifyProfileCode({ email, code: await world.mail.codeFor(email) });
  await account.createProfile({ email, password: "Second-Horse-Battery-7!", hint: null });
  return (await account.profiles()).find((profile) => profile.email === email)?.user_id ?? "";
}

const atSwitch = (attack: string, does: string, lie: (data: Reply["data"], other: Reply["data"]) => object): Row => ({
  attack,
  does: `at a switch of profiles the server ${does}`,
  answer: "the person stays where she is",
  run: async (stage) => {
    const { account } = stage.ann.client;
    const [work, club] = [await addProfile(stage, "work"), await addProfile(stage, "club")];
    let other: Reply["data"] | undefined;
    stage.lie(SWITCH, ({ data, ...rest }: Reply) => {
      other = data;
      return { ...rest, data: { ...data, linkId: crypto.randomUUID() } };
    });
    await refused(stage, () => account.switchProfile({ id: club }), {});
    stage.honest();
    stage.lie(SWITCH, ({ data, ...rest }: Reply) => ({ ...rest, data: { ...data, ...lie(data, other ?? data) } }));
    await refused(stage, () => account.switchProfile({ id: work }), {});
    expect(stage.ann.client.session?.user.email).toBe(stage.ann.email);
  },
});

export const PROFILES: readonly Row[] = [
  atSwitch("R23", "gives the link of another profile", (_, other) => ({ masterKey: other.masterKey, linkId: other.linkId })),
  atSwitch("R23", "gives a key of another kind", ({ encryptedVaultKey }) => ({ masterKey: encryptedVaultKey })),
  atSwitch("R23", "answers for another profile", (_, other) => other),
  atSwitch("R23", "says another key epoch", () => ({ keyEpoch: 2 })),
  atSwitch("R23", "gives another profile's identity", (_, other) => ({ encryptedPrivateKey: other.encryptedPrivateKey })),
  {
    attack: "9, S14",
    does: "at a switch of profiles the server names another salt than this device has seen",
    answer: "the person stays where she is",
    run: async (stage) => {
      const work = await addProfile(stage, "work");
      stage.lie("/users/prelogin", () => ({ kdfId: 1, salt: "00112233445566778899aabbccddeeff" }));
      await refused(stage, () => stage.ann.client.account.switchProfile({ id: work }), { name: "ClientError" });
    },
  },
];
