/** TEAM_EMAILS in Spanish. */
import { INVITATION_DAYS, PRODUCT_NAME } from "@coffer/core/constants";
import type { TEAM_EMAILS } from "../team-emails.ts";
import type { Translated } from "../template.ts";

const IN_TEAM = `${PRODUCT_NAME}: estás en un equipo`;
const WHAT_IT_SEES =
  "Nadie del equipo puede abrir lo que guardas para ti. Si no quieres formar parte de él, inicia sesión y deja el equipo en su página.";

export const SPANISH_TEAM_EMAILS: Translated<typeof TEAM_EMAILS> = {
  teamInvitation: {
    subject: `Tienes una invitación a ${PRODUCT_NAME}`,
    blocks: ({ link, team, by }) => [
      `${by} te invita a un equipo en ${PRODUCT_NAME}, un gestor de contraseñas cuyo contenido solo pueden abrir sus propietarios. El equipo se llama:`,
      { quote: team },
      `Este enlace es solo para ti. Sirve una vez y caduca en ${INVITATION_DAYS} días:`,
      { link },
      "Si no sabes de qué se trata, puedes ignorar este correo.",
    ],
  },
  teamJoined: {
    subject: IN_TEAM,
    blocks: ({ team, by }) => [`Tu cuenta se ha unido a un equipo. Te invitó ${by}. El equipo se llama:`, { quote: team }, WHAT_IT_SEES],
  },
  invitationUsed: {
    subject: `${PRODUCT_NAME}: se ha aceptado tu invitación`,
    blocks: ({ email, link }) => [
      `${email} se ha unido con tu invitación. Si invitaste a esta persona por correo a un equipo, esperará hasta que la admitas en la página del equipo. Lo que elegiste compartir con ella te espera en «Compartidos».`,
      { link },
    ],
  },
  teamAdded: {
    subject: IN_TEAM,
    blocks: ({ team, by }) => [`${by} ha añadido tu cuenta a un equipo:`, { quote: team }, WHAT_IT_SEES],
  },
  teamLeft: {
    subject: `${PRODUCT_NAME}: ya no estás en un equipo`,
    blocks: ({ team }) => [
      "Tu cuenta ya no forma parte de este equipo y ya no ve lo que el equipo comparte:",
      { quote: team },
      "Tu cuenta y todo lo que guardas en ella se conservan.",
    ],
  },
  accountDeletedByTeam: {
    subject: `${PRODUCT_NAME}: tu cuenta se eliminará`,
    blocks: ({ until }) => [
      `Un administrador de tu equipo ha eliminado tu cuenta. Se ha cerrado la sesión en todos los dispositivos y nadie puede iniciar sesión en ella. Todo lo que contiene se eliminará el ${until}.`,
      "Si no sabes por qué, pregunta antes a tu administrador o al operador del servidor.",
    ],
  },
};
