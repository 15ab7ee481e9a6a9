/** The key that a former writer has, passed off as the newest: what others save would be hers to read. */
import { expect } from "vitest";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import type { SharedScope } from "../../../packages/contract/src/vault.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asShown } from "../../flows/sharing-setup.ts";
import type { Colleague } from "../colleague.ts";
import type { Row } from "../row.ts";
import { scene } from "./colleague-makers.ts";
import { PULL } from "./sharing.ts";

const WITH_ME = "/share/items/shared-with-me";

interface Answer {
  readonly scope: { readonly seq: number };
  readonly heads: readonly object[];
}

/** What a former writer signs under her key after the newest head, with nothing changed in it: the history is longer than any that others have seen. */
async function goneOn({ scope }: Colleague, count: number): Promise<readonly object[]> {
  const heads: object[] = [];
  await scope.pull();
  for (let at = 0; at < count; at++)
    await scope.commit(async () => ({
      changes: [],
      contents: {},
      send: async ({ baseSeq, head, signature }) => void heads.push({ seq: baseSeq + 1, generation: 1, head, signature }),
    }));
  return heads;
}

export const EARLIER_KEY: readonly Row[] = [
  {
    attack: "70",
    does: "offers the earlier key of a vault as the newest, with a history that she went on with, so that the others save under the key she has",
    answer: "a device that has seen the next key refuses the earlier one, and sends nothing under it",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { vaultId, mine, carol, evil, scopeId } = await scene(stage);
      const [bodies, rows]: [Answer[], SharedItem[][]] = [[], []];
      stage.lie(PULL, (body: Answer, url) => void (url.includes(scopeId) && bodies.push(structuredClone(body))));
      stage.lie(WITH_ME, (body: SharedItem[]) => void rows.push(structuredClone(body)));
      await (await carol.device("new")).client.vault.pull();
      stage.honest();
      const [[old], heads] = [bodies, await goneOn(evil, 3)];
      const share = (await ann.client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person === eve.email);
      await ann.client.sharing.revoke(asShown(share));
      await carol.client.vault.pull();
      // Her device keeps what it has seen, and no record.
      await carol.client.account.logout();
      const seq = (old?.scope.seq ?? 0) + heads.length;
      stage.lie(WITH_ME, () => rows[0]);
      stage.lie(PULL, (body: Answer & { readonly scopes: readonly SharedScope[] }, url) => {
        if (url.includes(scopeId)) return old && { ...old, scope: { ...old.scope, seq }, heads: [...old.heads, ...heads] };
        const earlier = (one: SharedScope) => (one.id === scopeId ? { ...one, epoch: 1, seq, stamp: one.stamp + 1 } : one);
        return { ...body, scopes: body.scopes.map(earlier) };
      });
      await carol.client.account.login(carol);
      await carol.client.vault.pull();
      expect((await carol.client.sharing.sharedWithMe()).find(({ itemId }) => itemId === vaultId)).toMatchObject({
        trouble: "not-believed",
      });
      const from = world.requests.length;
      const save = async () => {
        const base = await carol.client.vault.open({ id: mine.id });
        await carol.client.vault.update({ base, draft: { ...aLogin({ password: stage.secret("next") }), categoryId: vaultId } });
      };
      await expect(save()).rejects.toBeDefined();
      const sent = world.requests.slice(from).filter(({ body }) => body.includes('"head"'));
      expect(
        sent.map(({ url }) => url),
        "sealed under the key that Eve has",
      ).toEqual([]);
    },
  },
];
