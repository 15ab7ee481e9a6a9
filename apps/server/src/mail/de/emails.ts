/** EMAILS in German. The reader is addressed as "Sie". */
import { INVITATION_DAYS, PRODUCT_NAME, UNDO_HOURS } from "@coffer/core/constants";
import { CODE_MINUTES, type EMAILS } from "../emails.ts";
import type { Translated } from "../template.ts";
import { GERMAN_OPERATOR_EMAILS } from "./operator-emails.ts";
import { GERMAN_PASSKEY_EMAILS } from "./passkey-emails.ts";
import { GERMAN_SHARING_EMAILS } from "./sharing-emails.ts";
import { GERMAN_TEAM_EMAILS } from "./team-emails.ts";

const NOT_YOU =
  "Wenn Sie das nicht waren, melden Sie sich an, ändern Sie Ihr Masterpasswort und prüfen Sie die Geräte in Ihren Einstellungen.";
const IGNORE = "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ohne den Code kommt niemand hinein.";
const UNDO = `Wenn Sie das nicht waren, öffnen Sie innerhalb von ${UNDO_HOURS} Stunden diesen Link. Er schaltet die Zwei-Faktor-Anmeldung wieder aus und meldet alle Geräte ab. Melden Sie sich danach an und ändern Sie Ihr Masterpasswort.`;
const lasts = (minutes: string = String(CODE_MINUTES)): string =>
  `Er ist ${minutes} Minuten gültig und funktioniert nur einmal. Niemand von ${PRODUCT_NAME} wird Sie jemals danach fragen.`;

/** @param secret - what was replaced, with its article */
const keysStayed = (secret: string): string =>
  `Die Schlüssel Ihres Tresors sind dieselben geblieben. Wer ${secret} und eine frühere Kopie der Daten des Servers hat, kann Ihren Tresor weiterhin öffnen. ` +
  "Falls jemand beides haben könnte, erneuern Sie in Ihren Einstellungen den Wiederherstellungsschlüssel und lassen Sie das Kästchen für neue Schlüssel angekreuzt.";
const OTHERS_ENDED = "Ihre anderen Geräte wurden abgemeldet und Verknüpfungen zu anderen Profilen gelöst.";
const ALL_ENDED = "Alle Geräte wurden abgemeldet und Verknüpfungen zu anderen Profilen gelöst.";
const EITHER_OPENS = "Wer bei einem der beiden angemeldet ist, kann zum anderen wechseln.";

export const GERMAN_EMAILS: Translated<typeof EMAILS> = {
  recoveryCode: {
    subject: `Ihr Wiederherstellungscode für ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Jemand möchte das Masterpasswort Ihres Kontos zurücksetzen. Das ist der Code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  hint: {
    subject: `Ihr Passworthinweis für ${PRODUCT_NAME}`,
    blocks: ({ hint }) => [
      "Jemand hat den Hinweis zu Ihrem Masterpasswort angefordert. Sie haben geschrieben:",
      { quote: hint },
      "Der Hinweis wird nur an diese Adresse gesendet.",
    ],
  },
  noHint: {
    subject: `Ihr Passworthinweis für ${PRODUCT_NAME}`,
    blocks: () => [
      "Jemand hat den Hinweis zu Ihrem Masterpasswort angefordert. Sie haben keinen hinterlegt.",
      "Mit Ihrem Wiederherstellungsschlüssel können Sie das Passwort zurücksetzen.",
    ],
  },
  profileCode: {
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Jemand möchte ein Profil mit dieser E-Mail-Adresse hinzufügen. Das ist der Code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  invitationCode: {
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Jemand möchte über einen Einladungslink ein Konto mit dieser E-Mail-Adresse anlegen. Das ist der Code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  newEmailCode: {
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Jemand möchte diese E-Mail-Adresse für ein bestehendes Konto verwenden. Das ist der Code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  helpRequest: {
    subject: `${PRODUCT_NAME}: Ein Mitglied braucht Hilfe mit der Zwei-Faktor-Anmeldung`,
    blocks: ({ email, message }) => [
      `${email} kennt das Masterpasswort, kann aber keinen Code aus der Authenticator-App eingeben. Die Nachricht:`,
      { quote: message },
      "Vergewissern Sie sich auf einem anderen Weg als per E-Mail, dass es wirklich diese Person ist. Dann können Sie die Zwei-Faktor-Anmeldung für sie entfernen.",
    ],
  },
  mfaOn: {
    subject: `${PRODUCT_NAME}: Die Zwei-Faktor-Anmeldung ist eingeschaltet`,
    blocks: ({ link }) => [
      "Für Ihr Konto wurde die Zwei-Faktor-Anmeldung eingeschaltet. Ihre anderen Geräte wurden abgemeldet. Bewahren Sie die Ersatzcodes so auf, dass Sie sie auch ohne Ihr Handy finden.",
      ...(link === undefined ? [NOT_YOU] : [UNDO, { link }]),
    ],
  },
  mfaUndone: {
    subject: `${PRODUCT_NAME}: Die Zwei-Faktor-Anmeldung wurde wieder ausgeschaltet`,
    blocks: () => [
      `Der Link aus unserer E-Mail wurde geöffnet: Die Zwei-Faktor-Anmeldung ist ausgeschaltet. ${ALL_ENDED}`,
      "Melden Sie sich an und ändern Sie sofort Ihr Masterpasswort: Wer die Zwei-Faktor-Anmeldung eingeschaltet hat, kannte es.",
    ],
  },
  mfaRemovedByOperator: {
    subject: `${PRODUCT_NAME}: Die Zwei-Faktor-Anmeldung wurde entfernt`,
    blocks: () => [
      `Der Betreiber des Servers hat die Zwei-Faktor-Anmeldung von Ihrem Konto entfernt. ${ALL_ENDED}`,
      "Wenn Sie nicht darum gebeten haben, wenden Sie sich sofort an den Betreiber. Ihr Masterpasswort schützt Ihren Tresor weiterhin. Richten Sie die Zwei-Faktor-Anmeldung neu ein.",
    ],
  },
  invitation: {
    subject: `Sie sind zu ${PRODUCT_NAME} eingeladen`,
    blocks: ({ link }) => [
      `Sie sind eingeladen, ein Konto bei ${PRODUCT_NAME} zu eröffnen, einem Passwortmanager, dessen Inhalte nur Sie öffnen können. Dieser Link ist nur für Sie. Er funktioniert einmal und ist ${INVITATION_DAYS} Tage gültig:`,
      { link },
      "Wenn Sie nicht wissen, worum es geht, können Sie diese E-Mail ignorieren.",
    ],
  },
  accountDisabled: {
    subject: `${PRODUCT_NAME}: Ihr Konto wurde deaktiviert`,
    blocks: () => [
      "Der Betreiber des Servers hat Ihr Konto deaktiviert. Alle Geräte wurden abgemeldet, und niemand kann sich mehr anmelden. Nichts darin wurde gelöscht oder geöffnet.",
      "Wenn Sie den Grund nicht kennen, fragen Sie Ihren Admin.",
    ],
  },
  accountEnabled: {
    subject: `${PRODUCT_NAME}: Ihr Konto ist wieder aktiv`,
    blocks: () => ["Der Betreiber des Servers hat Ihr Konto wieder aktiviert. Melden Sie sich wie gewohnt an."],
  },
  mfaOff: {
    subject: `${PRODUCT_NAME}: Die Zwei-Faktor-Anmeldung ist ausgeschaltet`,
    blocks: () => ["Die Zwei-Faktor-Anmeldung wurde für Ihr Konto mit einem ihrer Codes ausgeschaltet.", NOT_YOU],
  },
  mfaRemoved: {
    subject: `${PRODUCT_NAME}: Die Zwei-Faktor-Anmeldung wurde entfernt`,
    blocks: () => [
      "Ein Admin hat die Zwei-Faktor-Anmeldung von Ihrem Konto entfernt. Alle Geräte wurden abgemeldet.",
      "Wenn Sie nicht um Hilfe gebeten haben, verständigen Sie sofort Ihren Admin. Ihr Masterpasswort schützt Ihren Tresor weiterhin. Richten Sie die Zwei-Faktor-Anmeldung neu ein.",
    ],
  },
  recoveryVerified: {
    subject: `${PRODUCT_NAME}: Eine Wiederherstellung Ihres Kontos hat begonnen`,
    blocks: () => [
      "Jemand hat den Wiederherstellungscode eingegeben, der an diese Adresse gesendet wurde, und kann nun versuchen, Ihr Masterpasswort mit Ihrem Wiederherstellungsschlüssel zurückzusetzen.",
      NOT_YOU,
    ],
  },
  recoveryDone: {
    subject: `${PRODUCT_NAME}: Ihr Masterpasswort wurde zurückgesetzt`,
    blocks: () => [
      "Ihr Masterpasswort wurde mit Ihrem Wiederherstellungsschlüssel zurückgesetzt. Alle Geräte wurden abgemeldet, und es gibt einen neuen Wiederherstellungsschlüssel.",
      NOT_YOU,
    ],
  },
  recoveryDiscarded: {
    subject: `${PRODUCT_NAME}: Ihr Tresor wurde neu begonnen`,
    blocks: ({ until }) => [
      "Ihr Masterpasswort wurde ohne Ihren Wiederherstellungsschlüssel zurückgesetzt, und Ihr Tresor wurde leer neu begonnen. Alle Geräte wurden abgemeldet.",
      `Der alte Inhalt wird bis zum ${until} verschlüsselt aufbewahrt. Wenn Sie Ihren alten Wiederherstellungsschlüssel bis dahin finden, können Sie den Inhalt in Ihren Einstellungen zurückholen.`,
      NOT_YOU,
    ],
  },
  passwordChanged: {
    subject: `${PRODUCT_NAME}: Ihr Masterpasswort wurde geändert`,
    blocks: () => [`Ihr Masterpasswort wurde geändert. ${OTHERS_ENDED}`, keysStayed("das alte Masterpasswort"), NOT_YOU],
  },
  passwordAndKeysChanged: {
    subject: `${PRODUCT_NAME}: Ihr Masterpasswort wurde geändert`,
    blocks: () => [
      "Ihr Masterpasswort wurde geändert, und alles in Ihrem Tresor wurde mit neuen Schlüsseln verschlüsselt. Auch Ihr Wiederherstellungsschlüssel ist neu.",
      "Das alte Masterpasswort und der alte Wiederherstellungsschlüssel öffnen nichts von dem, was jetzt in Ihrem Tresor ist.",
      OTHERS_ENDED,
      NOT_YOU,
    ],
  },
  emailChanged: {
    subject: `${PRODUCT_NAME}: Ihre E-Mail-Adresse wurde geändert`,
    blocks: ({ email }) => [`Von jetzt an melden Sie sich mit ${email} an. Ihre anderen Geräte wurden abgemeldet.`, NOT_YOU],
  },
  recoveryKeyRenewed: {
    subject: `${PRODUCT_NAME}: Sie haben einen neuen Wiederherstellungsschlüssel`,
    blocks: () => [
      "Für Ihr Konto wurde ein neuer Wiederherstellungsschlüssel erstellt. Der alte funktioniert nicht mehr.",
      keysStayed("den alten Wiederherstellungsschlüssel"),
      NOT_YOU,
    ],
  },
  keysRenewed: {
    subject: `${PRODUCT_NAME}: Sie haben einen neuen Wiederherstellungsschlüssel`,
    blocks: () => [
      "Für Ihr Konto wurde ein neuer Wiederherstellungsschlüssel erstellt, und alles in Ihrem Tresor wurde mit neuen Schlüsseln verschlüsselt.",
      "Der alte Wiederherstellungsschlüssel öffnet nichts von dem, was jetzt in Ihrem Tresor ist.",
      OTHERS_ENDED,
      NOT_YOU,
    ],
  },
  profileLinked: {
    subject: `${PRODUCT_NAME}: Ein Profil wurde hinzugefügt`,
    blocks: ({ email }) => [`Das Profil ${email} wurde Ihrem Konto hinzugefügt. ${EITHER_OPENS}`, NOT_YOU],
  },
  openedAsProfile: {
    subject: `${PRODUCT_NAME}: Ihr Konto ist verknüpft`,
    blocks: ({ email }) => [
      `Dieses Konto wurde als Profil von ${email} eröffnet. ${EITHER_OPENS}`,
      "Wenn Sie jenes Konto nicht kennen, melden Sie sich an, lösen Sie die Verknüpfung in Ihren Einstellungen und ändern Sie Ihr Masterpasswort.",
    ],
  },
  profileOpened: {
    subject: `${PRODUCT_NAME}: Ihr Konto wurde von einem verknüpften Profil aus geöffnet`,
    blocks: ({ email, device, at }) => [
      `Jemand, der als ${email} angemeldet ist, hat zu Ihrem Konto gewechselt: ${device}, ${at}. Wir senden diese E-Mail höchstens einmal am Tag. Unter „Aktivität“ in Ihren Einstellungen sehen Sie jeden Wechsel.`,
      "Wenn Sie das nicht waren, melden Sie sich an, lösen Sie die Verknüpfung in Ihren Einstellungen und ändern Sie Ihr Masterpasswort.",
    ],
  },
  deletionRequested: {
    subject: `${PRODUCT_NAME}: Ihr Konto wird gelöscht`,
    blocks: ({ until }) => [
      `Ihr Konto und alles darin werden am ${until} gelöscht. Alle Geräte wurden abgemeldet.`,
      "Wenn Sie das Konto behalten möchten, melden Sie sich vorher an.",
    ],
  },
  newDevice: {
    subject: `${PRODUCT_NAME}: Anmeldung auf einem neuen Gerät`,
    blocks: ({ device, at }) => [
      `Bei Ihrem Konto hat sich jemand auf einem Gerät angemeldet, das bisher nicht bekannt war: ${device}, ${at}.`,
      NOT_YOU,
    ],
  },
  ...GERMAN_OPERATOR_EMAILS,
  ...GERMAN_PASSKEY_EMAILS,
  ...GERMAN_SHARING_EMAILS,
  ...GERMAN_TEAM_EMAILS,
};
