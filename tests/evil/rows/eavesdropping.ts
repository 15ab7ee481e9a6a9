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

export const EAVESDROPPING: readonly Row[] = [
  {
    attack: "46",
    does: "a stranger, a person whose access has ended and one whose access has expired keep a line open on which the server tells what changes",
    answer: "they hear neither that something is saved, nor how often; who had access hears that it has changed, and no more",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { id, carol, rowOf } = await sharedWithTwo(stage);
      const { row } = await holdingOf(stage, eve, id);
      const mallory = await world.person("mallory-who-listens");
      const listens = async (one: typeof eve) => openLine(stage, String((await askLoginData(stage, one)).token));
      const [hers, carols, strangers] = [await listens(eve), await listens(carol), await listens(mallory)];
      const lines = [hers, carols, strangers];
      const anns = [row.scope_id, ann.client.session?.personalVaultId ?? ""];
      const saveUnheard = async (unheard: typeof lines) => {
        await aMoment();
        const before = unheard.map(({ text }) => text().trim());
        const base = await ann.client.vault.open({ id });
        await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "changed" }) });
        await aMoment();
        expect(unheard.map(({ text }) => text().trim())).toEqual(before);
      };
      for (const line of [hers, carols]) expect(line.text()).toContain(anns[0]);
      await world.sql("update share_grant set expires_at = now() - interval '1 minute' where scope_id = $1 and id = $2", [
        row.scope_id,
        rowOf(carol.email).id,
      ]);
      await saveUnheard([carols, strangers]);
      await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
      await saveUnheard(lines);
      for (const one of anns) expect(strangers.text()).not.toContain(one);
      for (const line of lines) expect(line.text()).not.toContain(anns[1]);
      for (const line of lines) line.hangUp();
    },
  },
];
