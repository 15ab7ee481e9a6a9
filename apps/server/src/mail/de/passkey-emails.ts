/** PASSKEY_EMAILS in German. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import type { PASSKEY_EMAILS } from "../passkey-emails.ts";
import type { Translated } from "../template.ts";

export const GERMAN_PASSKEY_EMAILS: Translated<typeof PASSKEY_EMAILS> = {
  passkeyAdded: {
    subject: `${PRODUCT_NAME}: Ein Passkey öffnet Ihren Tresor`,
    blocks: ({ device, at }) => [
      `Ein Passkey, der Ihren Tresor öffnet, wurde hinzugefügt: ${device}, ${at}. Wer ihn verwenden kann, kommt ohne Ihr Masterpasswort hinein.`,
      "Wenn Sie das nicht waren, melden Sie sich an und ändern Sie Ihr Masterpasswort mit neuen Schlüsseln: Dann öffnet kein Passkey mehr Ihren Tresor.",
    ],
  },
  passkeyRemoved: {
    subject: `${PRODUCT_NAME}: Ein Passkey wurde entfernt`,
    blocks: ({ device, at }) => [
      `Ein Passkey öffnet Ihren Tresor nicht mehr: ${device}, ${at}. Ihr Masterpasswort und Ihr Wiederherstellungsschlüssel öffnen ihn weiterhin.`,
      "Wenn Sie das nicht waren, melden Sie sich an, ändern Sie Ihr Masterpasswort und prüfen Sie die Geräte in Ihren Einstellungen.",
    ],
  },
};
