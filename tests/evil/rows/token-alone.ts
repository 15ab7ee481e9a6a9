/** What a stolen token alone does to the owner's other sessions. */
import { expect } from "vitest";
import { api } from "../../../packages/contract/src/api.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";

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

export const TOKEN_ALONE: readonly Row[] = [
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
