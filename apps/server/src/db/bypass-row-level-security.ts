/**
 * Everything that bypasses row-level security. Apart from these, a connection works for the account whose call it serves, and sees its rows. Another way to SYSTEM
 * is a fault that a test finds (bypass-row-level-security.test.ts), which also says which calls work so from their beginning to their end.
 */
import type { Pool } from "pg";
import { actAs, actWithin, SYSTEM } from "./row-level-security.ts";

/** Why each cannot work for one account. */
export const BYPASSES = {
  admission: "Who asks is known only when the session has been read.",
  anonymous:
    "A caller without a session signs in, registers, recovers, or follows a link: whose rows that takes is what the call finds out.",
  budgets:
    "Counters and mailed codes belong to the server. They count callers who are no one yet, and no account may see or reset its own.",
  server: "The start, the jobs, the emails and the operator's commands are about all accounts.",
  people: "Who may read a shared scope sees its writers with their public keys, and the address of its owner.",
  notices: "A person is told what another did: by a row in their activity log, by an email.",
  received: "The scope in which an item was given back ends when its maker takes the item home.",
  team: "A membership, a role, an invitation or an entry of the log changes rows of other accounts. The rules are in team/authorization.ts, the judge is in core/team.",
  profiles: "A linked profile is a new account, and to switch to it is a sign-in there: the link's proof counts for both.",
  ending: "The end of an account, or of another person's second factor, changes a team and what others share.",
} as const satisfies Record<string, string>;
type Bypass = keyof typeof BYPASSES;

/** Has the connections that `run` asks for work for all accounts. The caller checks itself whose rows it takes. */
export const bypassRls = <T>(_: Bypass, run: () => PromiseLike<T> | T): Promise<T> => actAs(SYSTEM, run);

/** The same for the connection of a running transaction. When `run` fails, the transaction must end. */
export const bypassRlsWithin = <T>(
  _: Bypass,
  db: { readonly $client: Pool },
  tx: Parameters<typeof actWithin>[1],
  run: () => Promise<T>,
): Promise<T> => actWithin(db, tx, SYSTEM, run);

/** For a handler that reads or writes rows of other accounts from its beginning to its end. */
export const acrossAccounts =
  <Input, Viewer, Answer>(step: Bypass, handler: (input: Input, viewer: Viewer) => Promise<Answer>) =>
  (input: Input, viewer: Viewer): Promise<Answer> =>
    bypassRls(step, () => handler(input, viewer));
