/** In the window for a site's question: shows what a person can press, first by what is held, then by what the server says. */
import type { Client } from "@coffer/client";
import { type Ceremony, type Choice, OverError } from "./ceremony.ts";
import { BROWSER } from "./messages.ts";

interface Showing {
  readonly open: () => Promise<Client>;
  readonly choices: (client: Client) => Promise<readonly Choice[]>;
  /** @param isFirst - before the server was asked */
  readonly show: (client: Client, choices: readonly Choice[], isFirst: boolean) => void;
}

export async function showChoices(ceremony: Ceremony, { open, choices, show }: Showing): Promise<void> {
  let shown: readonly Choice[] = [];
  try {
    const client = await open();
    shown = await choices(client);
    if (shown.length > 0) show(client, shown, true);
    // The rows come from what is held: one may have been removed elsewhere since, or come there. Without any no one can press anything, and the page waits for the browser.
    await (shown.length > 0 ? ceremony.news(client) : ceremony.newsSoon(client));
    const now = await choices(client);
    if (now.length === 0) await ceremony.answer(BROWSER);
    else if (keysOf(now) !== keysOf(shown)) show(client, now, false);
  } catch (error) {
    // What is shown can be pressed all the same: a person may be typing there.
    if (shown.length === 0 && !(error instanceof OverError)) await ceremony.answer(BROWSER);
  }
}

const keysOf = (choices: readonly Choice[]): string => choices.map(({ key }) => key).join();
