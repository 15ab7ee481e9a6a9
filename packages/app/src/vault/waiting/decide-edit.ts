/** What can be done about a change that waits on this device and that the server did not take. */
import type { WaitingEdit } from "@coffer/client";
import { confirm } from "../../ui/confirm.ts";
import { toast } from "../../ui/toast.ts";
import { titleOfEdit, type Waiting } from "./waiting-queries.ts";

/** Of a change that a fault of the server has stopped. */
export const TRIED_AGAIN = "It is tried again by itself.";

/** All of them. */
export const sendAgain = async (waiting: Waiting | undefined): Promise<void> =>
  waiting?.send().catch((error: unknown) => toast.failed(error, "The changes could not be sent"));

/** Asked first: nothing brings it back. */
export async function discardEdit(waiting: Waiting, edit: WaitingEdit): Promise<void> {
  if (await confirm({ title: "Discard this change?", message: lossOf(edit), confirmLabel: "Discard", danger: true }))
    await waiting.discard({ id: edit.id }).catch((error: unknown) => toast.failed(error, "The change could not be discarded"));
}

function lossOf(edit: WaitingEdit): string {
  const name = titleOfEdit(edit);
  if (edit.isDeleted) return `"${name}" is not deleted, and stays as the server has it.`;
  if (edit.base === null) return `"${name}" is on this device alone. It is thrown away, with everything in it.`;
  return `What you changed in "${name}" is thrown away, and it is as the server has it.`;
}
