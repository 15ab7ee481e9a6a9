/** What the commands about backups say of one, and the key that each is made with. */
import { plural } from "@coffer/core/text";
import type { Config } from "../config.ts";
import { deriveSecrets } from "../secrets.ts";
import type { Written } from "./backup.ts";
import type { Checked } from "./backup-file.ts";

export const keyOf = ({ serverSecret }: Pick<Config, "serverSecret">): Buffer => deriveSecrets(serverSecret).backup;

export const brokenText = ({ breaks }: Pick<Written, "breaks">): string[] =>
  breaks.length === 0 ? [] : [`What the database holds does not add up; the backup holds it as it is:\n  ${breaks.join("\n  ")}`];

export const sealedText = ({ backupRecipient }: Pick<Config, "backupRecipient">): string[] =>
  backupRecipient === null
    ? []
    : [`Sealed for ${backupRecipient}: only the key that belongs to it opens it, and this server does not have it.`];

export const contents = ({ rows }: Checked): string =>
  [
    plural(rows.account ?? 0, "account"),
    plural(rows.record ?? 0, "record"),
    plural(rows.head ?? 0, "head"),
    `${plural(rows.audit ?? 0, "entry", "entries")} of the activity log`,
  ].join(", ");
