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
