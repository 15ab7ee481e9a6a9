/** A restored backup, and a device of the owner that knows less than another one brings its history back first. */
import { expect } from "vitest";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed } from "../../flows/sharing-setup.ts";
import type { Row } from "../row.ts";
import { holdingOf } from "./members.ts";
import { keeping, opensWhatIsSaved } from "./rolled-back-shares.ts";
import { sharedWithTwo } from "./sharing.ts";

export const STALE_DEVICE: readonly Row[] = [
  {
    attack: "46, 15",
    does: "the server goes back with everything of the owner, and a device that has not seen the end of a person's access brings its history back first",
    answer: "the device that has seen the end keeps it: the person gets no key of what is saved then",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { id, carol, rowOf } = await sharedWithTwo(stage);
      const { row, key } = await holdingOf(stage, eve, id);
      const { scope_id: scopeId } = row;
      const goBack = await keeping(stage, [scopeId, ann.client.session?.personalVaultId ?? ""]);
      await ann.client.vault.create({ draft: aLogin({ title: "Made in the attack" }) });
      const phone = (await ann.device("phone")).client;
      await phone.vault.pull();
      await phone.sharing.revoke(asListed(rowOf(eve.email)));
      await goBack(true);
      await expect(ann.client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
      await ann.client.vault.repair();
      await ann.client.sharing.restoreShared();
      await phone.vault.pull();
      await phone.sharing.restoreShared();
      await phone.vault.pull();
      expect(await opensWhatIsSaved(stage, phone, { id, scopeId, key })).toBe(false);
      const persons = (await phone.sharing.sharedByMe()).filter(({ itemId }) => itemId === id).map(({ person }) => person);
      expect(persons).toEqual([carol.email]);
    },
  },
];
