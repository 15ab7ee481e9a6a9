/** Password hints, encrypted with a key of the server, which mails them to their owner only (decision Z-13). */
import type { Deps } from "../deps.ts";
import { decryptForServer, encryptForServer } from "../secrets.ts";
import type { AccountRow } from "./accounts.ts";

export const encryptHint = ({ secrets }: Deps, accountId: string, hint: string | null | undefined): string | null =>
  hint ? encryptForServer(secrets.hint, accountId, hint) : null;

export const decryptHint = ({ secrets }: Deps, { id, hint }: AccountRow): string | null =>
  hint === null ? null : decryptForServer(secrets.hint, id, hint);
