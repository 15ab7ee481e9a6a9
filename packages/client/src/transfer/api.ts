/** The transfer feature: the parts that need the account. Reading files, writing exports (core/transfer) and sealed backups need no client. */
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import type { VaultContext } from "../vault/context.ts";
import { createdIds, undo } from "./created-ids.ts";
import { example, makeExample, removeExample } from "./example.ts";
import { run } from "./run-import.ts";

const VERBS = { run, createdIds, undo, example, makeExample, removeExample };

export type TransferApi = Bound<typeof VERBS>;

export const transferApi = (context: VaultContext): TransferApi => bindVerbs(context, VERBS);
