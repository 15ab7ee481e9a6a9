/** A server that adds someone whom keys are to be sealed to: a person while the keys are renewed, a group while a vault is made. */
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { BY_ME, TITLE } from "./sharing.ts";

/** What the clients have written since, as one text. */
const writtenSince = ({ world }: Stage, from: number): string =>
  world.requests
    .slice(from)
    .map(({ body }) => body)
    .join("\n");

const idOf = ({ client }: Person): string => client.session?.user.id ?? "";

export const ADDED_RECIPIENTS: readonly Row[] = [
  {
    attack: "2",
    does: "lists a person to whom nothing was ever given, with that person's true key and as enrolled, while a new master password renews all keys",
    answer: "the new keys are sealed for those whom the owner's own record names, and the person opens nothing",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const mallory = await world.person(`mallory-${randomBytes(4).toString("hex")}`);
      const { publicKey } = await eve.client.sharing.findPerson({ email: mallory.email });
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: TITLE }) });
      await ann.client.sharing.share({ id, email: eve.email, permission: "write", expiresAt: null });
      const added = { shared_with_id: idOf(mallory), shared_with_email: mallory.email, shared_with_key: publicKey };
      const also = (row: SharedItem) => [row, { ...row, ...added, id: row.id.replace(/^.{8}/, "0badc0de") }];
      stage.lie(BY_ME, (rows: SharedItem[]) => rows.flatMap(also));
      stage.lie("/users/", (body: { data?: object }) => ({ ...body, enrolled: true, recoveryGroupKey: publicKey }));
      const from = world.requests.length;
      const next = `Renewed-Horse-${randomBytes(4).toString("hex")}!`;
      await ann.client.account.prove(ann);
      await ann.client.account.renewAllKeys({ current: ann.password, next: { password: next, hint: null }, onProgress: () => undefined });
      Object.assign(ann, { password: next });
      await ann.client.vault.pull();
      expect(world.requests.slice(from).some(({ url }) => url.endsWith("/users/change-keys"))).toBe(true);
      expect(writtenSince(stage, from)).not.toContain("0badc0de");
      expect(writtenSince(stage, from)).not.toContain(idOf(mallory));
      stage.honest();
      expect((await mallory.client.vault.pull()).items).toEqual([]);
      const ended = (await ann.client.sharing.sharedByMe()).find((row) => row.itemId === id);
      expect(ended?.person).toBe(eve.email);
    },
  },
  {
    attack: "5",
    does: "adds a recovery group's public key to every answer while a vault and an item in it are made",
    answer: "nothing is sealed to it: neither call carries an envelope for a public key",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { publicKey } = await ann.client.sharing.findPerson({ email: eve.email });
      stage.lie("/", (body: object) =>
        Array.isArray(body) ? body : { ...body, recoveryGroupKey: publicKey, recovery_group: { publicKey } },
      );
      const from = world.requests.length;
      const vault = await ann.client.vault.createVault({ name: TITLE, description: "" });
      await ann.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vault.id } });
      const written = writtenSince(stage, from);
      expect(written).toContain(vault.id);
      expect(written).not.toContain(publicKey.slice(0, 40));
      expect(written).not.toMatch(/sharedKey|grants|recovery_?group/i);
    },
  },
];
