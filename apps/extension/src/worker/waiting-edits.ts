/** In the worker: edits wait here as in a page (client/vault/waiting), and are sent with no page open. */
import { type Client, ClientError } from "@coffer/client";

type WaitingEdits = Awaited<ReturnType<Client["vault"]["keepEdits"]>>;

const editsOf = new WeakMap<Client, WaitingEdits>();

/** From now on what the server does not answer is kept. */
export async function startWaitingEdits(client: Client, onSent: () => void): Promise<void> {
  try {
    editsOf.set(client, await client.vault.keepEdits({ onChange: () => undefined, onSent, isUnseen: true }));
  } catch (error) {
    // What waited does not open: a page says so. Or the server has to be asked for the key of before, and does not answer. Until then an edit that is not answered fails here.
    if (!(error instanceof ClientError) && !(error instanceof Error && error.name === "ConnectionError")) throw error;
  }
}

/** Whether something is to be sent, of our pages too: they may all be closed by now. */
export const hasWaitingEdits = async (client: Client): Promise<boolean> => (await editsOf.get(client)?.look()) ?? false;
