/** OPERATOR_EMAILS in German. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import type { OPERATOR_EMAILS } from "../operator-emails.ts";
import type { Translated } from "../template.ts";

export const GERMAN_OPERATOR_EMAILS: Translated<typeof OPERATOR_EMAILS> = {
  backupFailed: {
    subject: `${PRODUCT_NAME}: Die Sicherung der letzten Nacht ist fehlgeschlagen`,
    blocks: ({ reason }) => [
      "Der Server konnte keine Sicherung anlegen, die sich wiederherstellen lässt. Er meldete:",
      { quote: reason },
      "Alle können weiterarbeiten. Prüfen Sie die Festplatte und das Protokoll des Servers und führen Sie dann aus: npm run drill",
      "Weitere dieser E-Mails kommen erst wieder, nachdem eine Sicherung gelungen ist.",
    ],
  },
  backupDamaged: {
    subject: `${PRODUCT_NAME}: Eine Sicherung ist beschädigt`,
    blocks: ({ reason }) => [
      "Der Server liest die Sicherungen, die er aufbewahrt, immer wieder, jede Stunde eine. Eine davon ist nicht mehr so, wie sie geschrieben wurde:",
      { quote: reason },
      "Prüfen Sie die Festplatte, auf der es liegt, verschieben Sie die Datei an einen anderen Ort und führen Sie aus: npm run drill",
      "Diese E-Mail kommt für jede Datei einmal.",
    ],
  },
  damageFound: {
    subject: `${PRODUCT_NAME}: Die Datenbank ist beschädigt`,
    blocks: ({ reason }) => [
      "Der Server liest einmal pro Nacht alles, was er gespeichert hat. Dieses Mal hat er Schäden gefunden:",
      { quote: reason },
      "Was Menschen öffnen und speichern, kann betroffen sein. Der Weg zurück sind die Sicherungen der Nächte davor: Bewahren Sie sie auf.",
      "Weitere dieser E-Mails kommen erst wieder nach einer Nacht ohne Schäden.",
    ],
  },
};
