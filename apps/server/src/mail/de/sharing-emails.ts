/** SHARING_EMAILS in German. */
import { DELETED_KEPT_DAYS, PRODUCT_NAME } from "@coffer/core/constants";
import type { SHARING_EMAILS } from "../sharing-emails.ts";
import type { Translated } from "../template.ts";

export const GERMAN_SHARING_EMAILS: Translated<typeof SHARING_EMAILS> = {
  shareReceived: {
    subject: `${PRODUCT_NAME}: Jemand teilt etwas mit Ihnen`,
    blocks: ({ by, what, link }) => [
      `${by} teilt ${what} mit Ihnen. Nur Sie beide können den Inhalt öffnen, deshalb kann diese E-Mail nicht sagen, was es ist. Sie finden es unter „Freigaben“:`,
      { link },
      "Wir senden diese E-Mail höchstens einmal pro Stunde, auch wenn mehr geteilt wird.",
      "Wenn Sie diese Person nicht kennen, öffnen Sie es nicht.",
    ],
  },
  sharedItemDeleted: {
    subject: `${PRODUCT_NAME}: Ein Eintrag von Ihnen wurde gelöscht`,
    blocks: ({ by, what }) => [
      `${by} darf bearbeiten, was Sie teilen, und hat ${what} von Ihnen gelöscht. Sie finden das Gelöschte in Ihrem Papierkorb und können es dort ${DELETED_KEPT_DAYS} Tage lang wiederherstellen.`,
      "Wenn diese Person nicht bearbeiten soll, was Sie teilen, ändern Sie die Berechtigung unter „Freigaben“.",
    ],
  },
  ownerLeaves: {
    subject: `${PRODUCT_NAME}: Holen Sie Ihre Einträge aus einem Tresor, der gelöscht wird`,
    blocks: ({ by, what, until }) => [
      `Das Konto von ${by} endet. Am ${until} werden dessen Tresore gelöscht. Sie haben darin ${what} angelegt; auch das wird dann gelöscht.`,
      "Um zu behalten, was Ihnen gehört, verschieben Sie es vor diesem Tag in einen eigenen Tresor.",
    ],
  },
};
