/** What a stolen token alone does: nothing to the owner's shares, nor to the owner's other sessions. */
import { expect } from "vitest";
import { grantText } from "../../../apps/server/src/testing/sharing.ts";
import { api } from "../../../packages/contract/src/api.ts";
import type { Endpoint } from "../../../packages/contract/src/endpoint.ts";
import { asShown } from "../../flows/sharing-setup.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";
import { callWith } from "../theft.ts";

const WRONG = "ab".repeat(32);
/** Hours of a day in which the thief tries without a pause. */
const HOURS = 23;
/** Of a day in one session (docs/operations.md). */
const CHECKED_A_DAY = 30;

/** @returns a call that proves the master password with a stolen token, and answers with its status */
function proofWith(origin: string, token: string): () => Promise<number> {
  const { path, method } = api.account.verifyMasterPassword;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ authKey: WRONG, reason: "change" });
  return async () => (await fetch(`${origin}/api${path}`, { method, headers, body })).status;
}

const sharesOf = ({ world }: Stage, senderId: string) =>
  world.sql("select to_jsonb(t) as row from share_grant t where sender_id = $1 order by id", [senderId]);

/** A login of Ann's that Eve may read for a day, and a token of Ann's. */
async function shared(stage: Stage) {
  const { ann, eve, world } = stage;
  const { id } = (await ann.client.vault.pull()).items.find(({ kind }) => kind === "password") ?? { id: "" };
  const [request, day] = [{ id, email: eve.email, permission: "read" } as const, world.now() + 86_400_000];
  await ann.client.sharing.share({ ...request, expiresAt: day });
  const share = (await ann.client.sharing.sharedByMe()).find((one) => one.itemId === id);
  const token = String((await askLoginData(stage, ann)).token);
  return { id, of: asShown(share), shareId: share?.id ?? "", token, senderId: ann.client.session?.user.id ?? "", email: eve.email };
}

export const STOLEN_TOKEN: readonly Row[] = [
  {
    attack: "66",
    does: "ends a share, prolongs it, raises its level and puts junk over its key with a stolen token, unsigned and with signatures of the thief's own making",
    answer: "refuses: not signed by the owner; the owner's own device does all of it",
    run: async (stage) => {
      const { ann } = stage;
      const { id, of, shareId, token, senderId, email } = await shared(stage);
      const before = await sharesOf(stage, senderId);
      const granted = { createdAt: 1, sharedKey: grantText(), epoch: 1 };
      const given = { itemId: id, itemType: "password", sharedWithEmail: email, permissionLevel: "write", expiresAt: null, ...granted };
      const calls: readonly (readonly [Endpoint, Record<string, unknown>])[] = [
        [api.sharing.revoke, { id: shareId }],
        [api.sharing.revokePassword, { id: shareId }],
        [api.sharing.setExpiry, { id: shareId, expires_at: null }],
        [api.sharing.setPasswordExpiry, { id: shareId, expires_at: null }],
        [api.sharing.setPermission, { id: shareId, permission_level: "write", ...granted }],
        [api.sharing.shareItem, { ...given, shareId }],
        [api.sharing.sharePassword, { ...given, shareId }],
        [api.sharing.setLinkedGrants, { id, epoch: 1, grants: [] }],
      ];
      const [scope] = await stage.world.sql<{ stamp: number }>(
        "select stamp from scope where id = (select scope_id from record where id = $1)",
        [id],
      );
      for (const [spec, input] of calls) {
        const isEnd = spec.method === "DELETE";
        const forged = { signature: "A".repeat(86), ...(!isEnd && { ownSeq: scope?.stamp }) };
        for (const statement of [{}, forged]) {
          const { status, code } = await callWith(stage, token, spec, { ...input, ...statement });
          expect([spec.path, status, code]).toEqual([spec.path, 403, "bad_signature"]);
        }
      }
      expect(await sharesOf(stage, senderId)).toEqual(before);
      await ann.client.sharing.setExpiry({ ...of, expiresAt: null });
      await ann.client.sharing.setPermission({ ...of, permission: "write" });
      await ann.client.sharing.revoke({ ...of, shown: { ...of.shown, permission: "write" } });
    },
  },
  {
    attack: "66",
    does: "sends again, with a stolen token, what the owner said about a share before",
    answer: "refuses: each statement counts once",
    run: async (stage) => {
      const { ann, world } = stage;
      const { of, token, senderId } = await shared(stage);
      const from = world.requests.length;
      await ann.client.sharing.setExpiry({ ...of, expiresAt: null });
      const said = world.requests.slice(from).find(({ url }) => url.endsWith("/share/item"));
      const input = JSON.parse(said?.body ?? "{}") as Record<string, unknown>;
      expect([input.expiresAt, typeof input.signature]).toEqual([null, "string"]);
      await ann.client.sharing.setExpiry({ ...of, expiresAt: world.now() + 60_000 });
      const before = await sharesOf(stage, senderId);
      const again = await callWith(stage, token, api.sharing.shareItem, input);
      expect(again).toEqual({ status: 409, code: "stale_head" });
      expect(await sharesOf(stage, senderId)).toEqual(before);
    },
  },
  {
    attack: "67",
    does: "proves a wrong master password six times with a stolen token",
    answer: "refuses the thief's session alone: the owner proves hers and ends it",
    run: async (stage) => {
      const { ann, world } = stage;
      const guess = proofWith(world.origin, String((await askLoginData(stage, ann)).token));
      const statuses: number[] = [];
      for (let at = 0; at < 6; at++) statuses.push(await guess());
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      await ann.client.account.prove(ann);
      await ann.client.account.revokeOtherSessions();
      expect(await guess()).toBe(401);
    },
  },
  {
    attack: "67",
    does: "goes on all day with a stolen token, as fast as its own budget allows",
    answer: "checks thirty wrong proofs and no more",
    run: async (stage) => {
      const { ann, world } = stage;
      const guess = proofWith(world.origin, String((await askLoginData(stage, ann)).token));
      let checked = 0;
      for (let hour = 0; hour < HOURS; hour++) {
        for (let at = 0; at < 6; at++) if ((await guess()) === 200) checked++;
        world.passMinutes(60);
      }
      expect(checked).toBe(CHECKED_A_DAY);
    },
  },
];
