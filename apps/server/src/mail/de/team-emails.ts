/** TEAM_EMAILS in German. */
import { INVITATION_DAYS, PRODUCT_NAME } from "@coffer/core/constants";
import type { TEAM_EMAILS } from "../team-emails.ts";
import type { Translated } from "../template.ts";

const IN_TEAM = `${PRODUCT_NAME}: Sie sind in einem Team`;
const WHAT_IT_SEES =
  "Niemand im Team kann öffnen, was Sie für sich behalten. Wenn Sie nicht dazugehören möchten, melden Sie sich an und verlassen Sie das Team auf seiner Seite.";

export const GERMAN_TEAM_EMAILS: Translated<typeof TEAM_EMAILS> = {
  teamInvitation: {
    subject: `Sie sind zu ${PRODUCT_NAME} eingeladen`,
    blocks: ({ link, team, by }) => [
      `${by} lädt Sie in ein Team bei ${PRODUCT_NAME} ein, einem Passwortmanager, dessen Inhalte nur öffnen kann, wem sie gehören. Das Team heißt:`,
      { quote: team },
      `Dieser Link ist nur für Sie. Er funktioniert einmal und ist ${INVITATION_DAYS} Tage gültig:`,
      { link },
      "Wenn Sie nicht wissen, worum es geht, können Sie diese E-Mail ignorieren.",
    ],
  },
  teamJoined: {
    subject: IN_TEAM,
    blocks: ({ team, by }) => [
      `Ihr Konto ist einem Team beigetreten. Eingeladen hat Sie ${by}. Das Team heißt:`,
      { quote: team },
      WHAT_IT_SEES,
    ],
  },
  invitationUsed: {
    subject: `${PRODUCT_NAME}: Ihre Einladung wurde angenommen`,
    blocks: ({ email, link }) => [
      `${email} ist über Ihre Einladung beigetreten. Wenn Sie die Person per E-Mail in ein Team eingeladen haben, wartet sie, bis Sie sie auf der Seite des Teams hereinlassen. Was Sie mit ihr teilen wollten, wartet unter „Freigaben“ auf Sie.`,
      { link },
    ],
  },
  teamAdded: {
    subject: IN_TEAM,
    blocks: ({ team, by }) => [`${by} hat Ihr Konto zu einem Team hinzugefügt:`, { quote: team }, WHAT_IT_SEES],
  },
  teamLeft: {
    subject: `${PRODUCT_NAME}: Sie sind nicht mehr in einem Team`,
    blocks: ({ team }) => [
      "Ihr Konto gehört nicht mehr zu diesem Team und sieht nicht mehr, was das Team teilt:",
      { quote: team },
      "Ihr Konto und alles, was Sie darin aufbewahren, bleiben bestehen.",
    ],
  },
  accountDeletedByTeam: {
    subject: `${PRODUCT_NAME}: Ihr Konto wird gelöscht`,
    blocks: ({ until }) => [
      `Ein Admin Ihres Teams hat Ihr Konto gelöscht. Alle Geräte wurden abgemeldet, und niemand kann sich mehr anmelden. Alles darin wird am ${until} gelöscht.`,
      "Wenn Sie den Grund nicht kennen, fragen Sie vorher Ihren Admin oder den Betreiber des Servers.",
    ],
  },
};
