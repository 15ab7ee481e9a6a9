/** Lines on which open apps hear what changes: what someone hears who has no part in it, or no longer. */
import { expect } from "vitest";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed } from "../../flows/sharing-setup.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";
import { holdingOf } from "./members.ts";
import { sharedWithTwo } from "./sharing.ts";

/** A line opened by hand. @returns what it tells, as text */
async function openLine({ world }: Stage, token: string) {
  const giveUp = new AbortController();
  const response = await fetch(`${world.origin}/api/vault/news`, {
    headers: { authorization: `Bearer ${token}` },
    signal: giveUp.signal,
  });
  let text = "";
  const read = async (): Promise<void> => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece as Uint8Array).toString();
  };
  void read().catch(() => undefined);
  await expect.poll(() => text).toContain('"what"');
  return { text: () => text, hangUp: () => giveUp.abort() };
}

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));

export const OVERHEARD: readonly Row[] = [
  {
    attack: "46",
    does: "a stranger, and a person whose access has ended, keep a line open on which the server tells what changes",
    answer: "they hear neither that something is saved, nor how often; the one hears that the access has ended, and no more",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { id, rowOf } = await sharedWithTwo(stage);
      const { row } = await holdingOf(stage, eve, id);
      const mallory = await world.person("mallory-who-listens");
      const tokens = [String((await askLoginData(stage, eve)).token), String((await askLoginData(stage, mallory)).token)];
      const [hers, strangers] = [await openLine(stage, tokens[0] ?? ""), await openLine(stage, tokens[1] ?? "")];
      const anns = [row.scope_id, ann.client.session?.personalVaultId ?? ""];
      expect(hers.text()).toContain(anns[0]);
      await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
      await aMoment();
      const before = hers.text().trim();
      const base = await ann.client.vault.open({ id });
      await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "changed" }) });
      await aMoment();
      expect(hers.text().trim()).toBe(before);
      for (const one of anns) expect(strangers.text()).not.toContain(one);
      expect(hers.text()).not.toContain(anns[1]);
      for (const line of [hers, strangers]) line.hangUp();
    },
  },
];
