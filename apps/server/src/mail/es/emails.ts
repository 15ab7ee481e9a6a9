/** EMAILS in Spanish. The reader is addressed as "tú". */
import { INVITATION_DAYS, PRODUCT_NAME, UNDO_HOURS } from "@coffer/core/constants";
import { CODE_MINUTES, type EMAILS } from "../emails.ts";
import type { Translated } from "../template.ts";
import { SPANISH_OPERATOR_EMAILS } from "./operator-emails.ts";
import { SPANISH_PASSKEY_EMAILS } from "./passkey-emails.ts";
import { SPANISH_SHARING_EMAILS } from "./sharing-emails.ts";
import { SPANISH_TEAM_EMAILS } from "./team-emails.ts";

const NOT_YOU = "Si no has sido tú, inicia sesión, cambia tu contraseña maestra y revisa los dispositivos en tus ajustes.";
const IGNORE = "Si no lo has pedido, puedes ignorar este correo. Sin el código no entra nadie.";
const UNDO = `Si no has sido tú, abre este enlace en un plazo de ${UNDO_HOURS} horas. Vuelve a desactivar la verificación en dos pasos y cierra la sesión en todos los dispositivos. Después, inicia sesión y cambia tu contraseña maestra.`;
const lasts = (minutes: string = String(CODE_MINUTES)): string =>
  `Caduca en ${minutes} minutos y solo sirve una vez. Nadie de ${PRODUCT_NAME} te lo pedirá nunca.`;

/** @param secret - what was replaced */
const keysStayed = (secret: string): string =>
  `Las claves de tu bóveda siguen siendo las mismas. Quien tenga la ${secret} anterior y una copia antigua de los datos del servidor todavía puede abrir tu bóveda. ` +
  "Si alguien pudiera tener ambas cosas, renueva tu clave de recuperación en tus ajustes y deja marcada la casilla de las claves nuevas.";
const ALL_SIGNED_OUT = "Se ha cerrado la sesión en todos los dispositivos.";
const OTHERS_SIGNED_OUT = "Se ha cerrado la sesión en tus otros dispositivos.";
const OTHERS_ENDED = "Se ha cerrado la sesión en tus otros dispositivos y se han eliminado los vínculos con otros perfiles.";
const ALL_ENDED = "Se ha cerrado la sesión en todos los dispositivos y se han eliminado los vínculos con otros perfiles.";
const EITHER_OPENS = "Quien haya iniciado sesión en una de las dos cuentas puede cambiar a la otra.";

export const SPANISH_EMAILS: Translated<typeof EMAILS> = {
  recoveryCode: {
    subject: `Tu código de recuperación de ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Alguien ha pedido restablecer la contraseña maestra de tu cuenta. Este es el código:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  hint: {
    subject: `La pista de tu contraseña de ${PRODUCT_NAME}`,
    blocks: ({ hint }) => [
      "Alguien ha pedido la pista de tu contraseña maestra. Escribiste:",
      { quote: hint },
      "La pista solo se envía a esta dirección.",
    ],
  },
  noHint: {
    subject: `La pista de tu contraseña de ${PRODUCT_NAME}`,
    blocks: () => [
      "Alguien ha pedido la pista de tu contraseña maestra. No has escrito ninguna.",
      "Con tu clave de recuperación puedes restablecer la contraseña.",
    ],
  },
  profileCode: {
    subject: `Verifica tu correo para ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Alguien quiere añadir un perfil con esta dirección de correo. Este es el código:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  invitationCode: {
    subject: `Verifica tu correo para ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Alguien está usando un enlace de invitación para crear una cuenta con esta dirección de correo. Este es el código:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  newEmailCode: {
    subject: `Verifica tu nuevo correo para ${PRODUCT_NAME}`,
    blocks: ({ code, minutes }) => [
      "Alguien quiere usar esta dirección de correo para una cuenta que ya existe. Este es el código:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  },
  helpRequest: {
    subject: `${PRODUCT_NAME}: un miembro necesita ayuda con la verificación en dos pasos`,
    blocks: ({ email, message }) => [
      `${email} conoce la contraseña maestra, pero no puede introducir un código de la app de autenticación. El mensaje:`,
      { quote: message },
      "Asegúrate, por una vía que no sea el correo, de que se trata realmente de esta persona. Después puedes quitarle la verificación en dos pasos.",
    ],
  },
  mfaOn: {
    subject: `${PRODUCT_NAME}: la verificación en dos pasos está activada`,
    blocks: ({ link }) => [
      `Se ha activado la verificación en dos pasos en tu cuenta. ${OTHERS_SIGNED_OUT} Guarda los códigos de respaldo donde puedas encontrarlos sin tu teléfono.`,
      ...(link === undefined ? [NOT_YOU] : [UNDO, { link }]),
    ],
  },
  mfaUndone: {
    subject: `${PRODUCT_NAME}: la verificación en dos pasos se ha vuelto a desactivar`,
    blocks: () => [
      `Se ha abierto el enlace de nuestro correo: la verificación en dos pasos está desactivada. ${ALL_ENDED}`,
      "Inicia sesión y cambia tu contraseña maestra de inmediato: quien activó la verificación en dos pasos la conocía.",
    ],
  },
  mfaRemovedByOperator: {
    subject: `${PRODUCT_NAME}: se ha quitado la verificación en dos pasos`,
    blocks: () => [
      `El operador del servidor ha quitado la verificación en dos pasos de tu cuenta. ${ALL_ENDED}`,
      "Si no lo has pedido, ponte en contacto con el operador de inmediato. Tu contraseña maestra sigue protegiendo tu bóveda. Vuelve a configurar la verificación en dos pasos.",
    ],
  },
  invitation: {
    subject: `Tienes una invitación a ${PRODUCT_NAME}`,
    blocks: ({ link }) => [
      `Te invitamos a abrir una cuenta en ${PRODUCT_NAME}, un gestor de contraseñas cuyo contenido solo puedes abrir tú. Este enlace es solo para ti. Sirve una vez y caduca en ${INVITATION_DAYS} días:`,
      { link },
      "Si no sabes de qué se trata, puedes ignorar este correo.",
    ],
  },
  accountDisabled: {
    subject: `${PRODUCT_NAME}: se ha desactivado tu cuenta`,
    blocks: () => [
      `El operador del servidor ha desactivado tu cuenta. ${ALL_SIGNED_OUT} Nadie puede iniciar sesión en ella. Nada de lo que contiene se ha eliminado ni abierto.`,
      "Si no sabes por qué, pregunta a tu administrador.",
    ],
  },
  accountEnabled: {
    subject: `${PRODUCT_NAME}: tu cuenta vuelve a estar activa`,
    blocks: () => ["El operador del servidor ha vuelto a activar tu cuenta. Inicia sesión como siempre."],
  },
  mfaOff: {
    subject: `${PRODUCT_NAME}: la verificación en dos pasos está desactivada`,
    blocks: () => ["Se ha desactivado la verificación en dos pasos en tu cuenta, con uno de sus códigos.", NOT_YOU],
  },
  mfaRemoved: {
    subject: `${PRODUCT_NAME}: se ha quitado la verificación en dos pasos`,
    blocks: () => [
      `Un administrador ha quitado la verificación en dos pasos de tu cuenta. ${ALL_SIGNED_OUT}`,
      "Si no has pedido ayuda, avisa a tu administrador de inmediato. Tu contraseña maestra sigue protegiendo tu bóveda. Vuelve a configurar la verificación en dos pasos.",
    ],
  },
  recoveryVerified: {
    subject: `${PRODUCT_NAME}: ha comenzado una recuperación de tu cuenta`,
    blocks: () => [
      "Alguien ha introducido el código de recuperación que se envió a esta dirección y ahora puede intentar restablecer tu contraseña maestra con tu clave de recuperación.",
      NOT_YOU,
    ],
  },
  recoveryDone: {
    subject: `${PRODUCT_NAME}: se ha restablecido tu contraseña maestra`,
    blocks: () => [
      `Tu contraseña maestra se ha restablecido con tu clave de recuperación. ${ALL_SIGNED_OUT} Hay una nueva clave de recuperación.`,
      NOT_YOU,
    ],
  },
  recoveryDiscarded: {
    subject: `${PRODUCT_NAME}: tu bóveda ha empezado de nuevo`,
    blocks: ({ until }) => [
      `Tu contraseña maestra se ha restablecido sin tu clave de recuperación y tu bóveda ha empezado de nuevo, vacía. ${ALL_SIGNED_OUT}`,
      `El contenido anterior se conserva, cifrado, hasta el ${until}. Si encuentras antes tu antigua clave de recuperación, puedes recuperarlo en tus ajustes.`,
      NOT_YOU,
    ],
  },
  passwordChanged: {
    subject: `${PRODUCT_NAME}: se ha cambiado tu contraseña maestra`,
    blocks: () => [`Se ha cambiado tu contraseña maestra. ${OTHERS_ENDED}`, keysStayed("contraseña maestra"), NOT_YOU],
  },
  passwordAndKeysChanged: {
    subject: `${PRODUCT_NAME}: se ha cambiado tu contraseña maestra`,
    blocks: () => [
      "Se ha cambiado tu contraseña maestra y todo lo que hay en tu bóveda se ha vuelto a cifrar con claves nuevas. También hay una nueva clave de recuperación.",
      "La contraseña maestra y la clave de recuperación anteriores no abren nada de lo que hay ahora en tu bóveda.",
      OTHERS_ENDED,
      NOT_YOU,
    ],
  },
  emailChanged: {
    subject: `${PRODUCT_NAME}: se ha cambiado tu correo`,
    blocks: ({ email }) => [`A partir de ahora inicias sesión con ${email}. ${OTHERS_SIGNED_OUT}`, NOT_YOU],
  },
  recoveryKeyRenewed: {
    subject: `${PRODUCT_NAME}: tienes una nueva clave de recuperación`,
    blocks: () => [
      "Se ha creado una nueva clave de recuperación para tu cuenta. La anterior ya no sirve.",
      keysStayed("clave de recuperación"),
      NOT_YOU,
    ],
  },
  keysRenewed: {
    subject: `${PRODUCT_NAME}: tienes una nueva clave de recuperación`,
    blocks: () => [
      "Se ha creado una nueva clave de recuperación para tu cuenta y todo lo que hay en tu bóveda se ha vuelto a cifrar con claves nuevas.",
      "La clave de recuperación anterior no abre nada de lo que hay ahora en tu bóveda.",
      OTHERS_ENDED,
      NOT_YOU,
    ],
  },
  profileLinked: {
    subject: `${PRODUCT_NAME}: se ha añadido un perfil`,
    blocks: ({ email }) => [`Se ha añadido el perfil ${email} a tu cuenta. ${EITHER_OPENS}`, NOT_YOU],
  },
  openedAsProfile: {
    subject: `${PRODUCT_NAME}: tu cuenta está vinculada`,
    blocks: ({ email }) => [
      `Esta cuenta se ha abierto como perfil de ${email}. ${EITHER_OPENS}`,
      "Si no conoces esa cuenta, inicia sesión, elimina el vínculo en tus ajustes y cambia tu contraseña maestra.",
    ],
  },
  profileOpened: {
    subject: `${PRODUCT_NAME}: se ha abierto tu cuenta desde un perfil vinculado`,
    blocks: ({ email, device, at }) => [
      `Alguien con la sesión iniciada como ${email} ha cambiado a tu cuenta: ${device}, ${at}. Enviamos este correo una vez al día como máximo. En «Actividad», en tus ajustes, aparecen todas las veces.`,
      "Si no has sido tú, inicia sesión, elimina el vínculo en tus ajustes y cambia tu contraseña maestra.",
    ],
  },
  deletionRequested: {
    subject: `${PRODUCT_NAME}: tu cuenta se eliminará`,
    blocks: ({ until }) => [
      `Tu cuenta y todo lo que contiene se eliminarán el ${until}. ${ALL_SIGNED_OUT}`,
      "Para conservar la cuenta, inicia sesión antes de esa fecha.",
    ],
  },
  newDevice: {
    subject: `${PRODUCT_NAME}: inicio de sesión en un dispositivo nuevo`,
    blocks: ({ device, at }) => [
      `Se ha iniciado sesión en tu cuenta desde un dispositivo que no se había visto antes: ${device}, ${at}.`,
      NOT_YOU,
    ],
  },
  ...SPANISH_OPERATOR_EMAILS,
  ...SPANISH_PASSKEY_EMAILS,
  ...SPANISH_SHARING_EMAILS,
  ...SPANISH_TEAM_EMAILS,
};
