/** Earlier versions of an item: what a server can do with them, and who gets which. */
import { expect } from "vitest";
import type { ItemVersion } from "../../../packages/client/src/index.ts";
import type { SealedVersion } from "../../../packages/contract/src/versions.ts";
import { timelineOf } from "../../../packages/core/src/items/item-versions.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { shareOf } from "../../flows/sharing-setup.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const VERSIONS = "/versions";
const TITLE = "Made in the attack";
interface Answer {
  readonly versions: SealedVersion[];
}

/** Of a new item of Ann's: five saves, each with another password. */
async function savedOften({ ann: { client }, secret }: Stage) {
  const passwords = Array.from({ length: 5 }, (_, at) => secret(`password-${at}`));
  const { id } = await client.vault.create({ draft: aLogin({ title: TITLE, password: passwords[0] ?? "" }) });
  for (const password of passwords.slice(1)) await savePassword(client, id, password);
  return { id, passwords };
}

async function savePassword(client: Stage["ann"]["client"], id: string, password: string): Promise<void> {
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password } } });
}

const passwordOf = ({ fields }: ItemVersion): string | undefined => fields.password;

export const ITEM_VERSIONS: readonly Row[] = [
  {
    attack: "V1",
    does: "gives one version of an item for another: the whole texts, its seal alone, one field, a version of another item, and what the item is now as an earlier one",
    answer: "shows each as one that does not open, nothing of it as what was saved, and the others as they are",
    run: async (stage) => {
      const [{ id, passwords }, other] = [await savedOften(stage), await savedOften(stage)];
      const { vault } = stage.ann.client;
      const foreign: SealedVersion[] = [];
      stage.lie(VERSIONS, ({ versions }: Answer) => void foreign.push(...structuredClone(versions)));
      await vault.versions({ id: other.id });
      stage.honest();
      const swaps: ((all: readonly SealedVersion[]) => Partial<SealedVersion>)[] = [
        ([, , , oldest]) => ({ seal: oldest?.seal ?? "", fields: oldest?.fields ?? {} }),
        ([, , , oldest]) => ({ seal: oldest?.seal ?? "" }),
        ([first, , , oldest]) => ({ fields: { ...first?.fields, encrypted_password: oldest?.fields.encrypted_password ?? "" } }),
        () => ({ seal: foreign[0]?.seal ?? "", fields: foreign[0]?.fields ?? {} }),
        ([, , , oldest]) => ({ ...oldest, revision: 4 }),
        ([, , , oldest]) => ({ ...oldest, saveId: foreign[0]?.saveId ?? "" }),
      ];
      for (const swap of swaps) {
        stage.lie(VERSIONS, ({ versions }: Answer) => void Object.assign(versions[0] ?? {}, swap(versions)));
        const { earlier } = await vault.versions({ id });
        stage.honest();
        const [spoilt, ...whole] = earlier;
        expect(spoilt?.state).toBe("tampered");
        expect(whole.map(passwordOf)).toEqual([passwords[2], passwords[1], passwords[0]]);
        expect(whole.map(({ state }) => state)).toEqual(["intact", "intact", "intact"]);
      }
    },
  },
  {
    attack: "V2",
    does: "leaves versions out, in the middle and the newest, or says that they are under another key",
    answer: "shows where they are missing",
    run: async (stage) => {
      const { id } = await savedOften(stage);
      const { vault } = stage.ann.client;
      const gaps = async (lie: (answer: Answer) => unknown) => {
        stage.lie(VERSIONS, lie as never);
        const { now, earlier } = await vault.versions({ id });
        stage.honest();
        return timelineOf([now, ...earlier], 0).entries.filter((entry) => "from" in entry);
      };
      expect(await gaps(() => undefined)).toEqual([]);
      expect(await gaps(({ versions }) => void versions.splice(1, 2))).toEqual([{ from: 2, to: 3 }]);
      expect(await gaps(({ versions }) => void versions.splice(0, 1))).toEqual([{ from: 4, to: 4 }]);
      expect(await gaps(({ versions }) => void Object.assign(versions[2] ?? {}, { epoch: 7 }))).toEqual([{ from: 2, to: 2 }]);
    },
  },
  {
    attack: "V3",
    does: "a reader asks past the client for versions of before they had the item; a stranger, and the reader once it is over, ask for any",
    answer: "the honest server gives the reader those since, and to the others it is as if there were no such item",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const carol = await world.person(`carol-${crypto.randomUUID().slice(0, 8)}`);
      const { id } = await savedOften(stage);
      await ann.client.sharing.share({ id, email: carol.email, permission: "read", expiresAt: null });
      const secrets = [stage.secret("before"), stage.secret("when it was shared"), stage.secret("since")];
      for (const password of secrets.slice(0, 2)) await savePassword(ann.client, id, password);
      const unknown = await eve.get(`/vault/entries/${crypto.randomUUID()}/versions`);
      expect(await eve.get(`/vault/entries/${id}/versions`)).toEqual(unknown);
      await ann.client.sharing.share({ id, email: eve.email, permission: "read", expiresAt: null });
      await savePassword(ann.client, id, secrets[2] ?? "");
      await eve.client.vault.pull();
      // The key would open all of them: what the client gets is what the server gives.
      expect((await eve.client.vault.versions({ id })).earlier.map(passwordOf)).toEqual([secrets[1]]);
      for (const skip of ["", "?skip=0", "?skip=1", "?skip=2"]) {
        const { body } = await eve.get(`/vault/entries/${id}/versions${skip}`);
        expect((body as Answer).versions.length, skip).toBeLessThanOrEqual(1);
      }
      expect((await carol.client.vault.pull().then(() => carol.client.vault.versions({ id }))).earlier.map(passwordOf)).toContain(
        secrets[0],
      );
      await ann.client.sharing.revoke(await shareOf(ann, id, eve));
      expect(await eve.get(`/vault/entries/${id}/versions`)).toEqual(unknown);
    },
  },
];
