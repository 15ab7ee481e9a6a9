/** What is said of the recovery kit's rehearsals: in Health, in the settings, and in the one line that asks for it. */
import type { Rehearsals } from "@coffer/client";
import { shortDate } from "@coffer/core/text";

/** Where the kit is. */
export const triedText = ({ triedAt, nextAt, isDue }: Rehearsals): string => {
  if (triedAt === null) return "Not tried yet. In two minutes you know whether the key on paper opens your vault.";
  return isDue
    ? `Last tried on ${shortDate(triedAt)}. It is time to try it again.`
    : `Last tried on ${shortDate(triedAt)}. The next rehearsal is on ${shortDate(nextAt)}.`;
};

/** The line that asks. */
export const dueText = ({ triedAt }: Rehearsals): string =>
  triedAt === null
    ? "You have never tried your recovery kit. In two minutes you know whether the key on paper opens your vault."
    : "It is three months since you tried your recovery kit. In two minutes you know whether it still works.";

export const NOT_WHOLE = "This is not a whole recovery key: a character is missing, or one is another than on the paper.";

/** Why a whole key does not open the vault, and how to go on. */
export const wrongText = (isRenewed: boolean): string =>
  isRenewed
    ? "This account has had more than one recovery kit, and only the newest works. If this page is an older one, look for the page with the latest date, and destroy this one."
    : "The page may belong to another account: compare the email and the address on it with those of this account.";
