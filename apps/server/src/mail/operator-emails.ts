/** Rows of EMAILS to the operator of the server (OPERATOR_EMAIL). */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { template } from "./template.ts";

export const OPERATOR_EMAILS = {
  backupFailed: template<"reason">({
    subject: `${PRODUCT_NAME}: the backup of last night failed`,
    blocks: ({ reason }) => [
      "The server could not make a backup that can be restored. It said:",
      { quote: reason },
      "People can go on working. Look at the disk and the log of the server, then run: npm run drill",
      "No more of these emails come until a backup has succeeded again.",
    ],
  }),
  backupDamaged: template<"reason">({
    subject: `${PRODUCT_NAME}: a backup is damaged`,
    blocks: ({ reason }) => [
      "The server reads the backups that it keeps again, one every hour. One is not what was written any more:",
      { quote: reason },
      "Look at its disk, move that file elsewhere, and run: npm run drill",
      "This email comes once for each file.",
    ],
  }),
  damageFound: template<"reason">({
    subject: `${PRODUCT_NAME}: the database is damaged`,
    blocks: ({ reason }) => [
      "The server reads everything that it stores once a night. This time it found damage:",
      { quote: reason },
      "What people open and save may be affected. Backups of the nights before this one are the way back: keep them.",
      "No more of these emails come until a night without damage.",
    ],
  }),
};
