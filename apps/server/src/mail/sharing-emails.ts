/** Rows of EMAILS about shares. The name of a thing is sealed: no email contains it. */
import { DELETED_KEPT_DAYS, PRODUCT_NAME } from "@coffer/core/constants";
import { template } from "./template.ts";

export const SHARING_EMAILS = {
  shareReceived: template<"by" | "what" | "link">({
    subject: `${PRODUCT_NAME}: something is shared with you`,
    blocks: ({ by, what, link }) => [
      `${by} shares ${what} with you. Only the two of you can open it, so this email cannot say what it is. You will find it in your Sharing Center:`,
      { link },
      "We send this at most once an hour, even when more is shared.",
      "If you do not know this person, do not open it.",
    ],
  }),
  sharedItemDeleted: template<"by" | "what">({
    subject: `${PRODUCT_NAME}: an item of yours was deleted`,
    blocks: ({ by, what }) => [
      `${by}, who may edit it, deleted ${what} of yours. It is in your trash, where you can restore it for ${DELETED_KEPT_DAYS} days.`,
      "If that person should not edit what you share, change the access level in your Sharing Center.",
    ],
  }),
  ownerLeaves: template<"by" | "what" | "until">({
    subject: `${PRODUCT_NAME}: take your items out of a vault that ends`,
    blocks: ({ by, what, until }) => [
      `The account of ${by} ends. On ${until} their vaults are deleted, and with them ${what} that you made there.`,
      "To keep what is yours, move it into a vault of your own before that day.",
    ],
  }),
} as const;
