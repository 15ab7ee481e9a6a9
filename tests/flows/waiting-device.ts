/** A device whose edits may wait for the server, with what it was told of them. */
import type { Client, WaitingEdit } from "../../packages/client/src/index.ts";

export async function waitingEditsOn(client: Client) {
  const told = { waiting: 0, refused: [] as (string | null)[], stays: [] as boolean[], keptAs: [] as (string | undefined)[] };
  await client.vault.pull().catch(() => undefined);
  const waiting = await client.vault.keepEdits({
    onChange: (edits: readonly WaitingEdit[]) =>
      Object.assign(told, { waiting: edits.length, refused: edits.map(({ refused }) => refused) }),
    onSent: (sent) =>
      sent.forEach(({ stays, outcome }) => {
        told.stays.push(stays);
        told.keptAs.push(outcome?.keptAs?.id);
      }),
  });
  return { client, told, waiting };
}
