/** Emails about passkeys that open the vault. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { template } from "./template.ts";

export const PASSKEY_EMAILS = {
  passkeyAdded: template<"device" | "at">({
    subject: `${PRODUCT_NAME}: a passkey opens your vault`,
    blocks: ({ device, at }) => [
      `A passkey that opens your vault was added: ${device}, ${at}. Anyone who can use it gets in without your master password.`,
      "If this was not you, sign in and change your master password with new keys: then no passkey opens your vault any more.",
    ],
  }),
  passkeyRemoved: template<"device" | "at">({
    subject: `${PRODUCT_NAME}: a passkey was removed`,
    blocks: ({ device, at }) => [
      `A passkey no longer opens your vault: ${device}, ${at}. Your master password and your recovery key do.`,
      "If this was not you, sign in, change your master password and look at the devices in your settings.",
    ],
  }),
} as const;
