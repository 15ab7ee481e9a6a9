/** OPERATOR_EMAILS in Spanish. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import type { OPERATOR_EMAILS } from "../operator-emails.ts";
import type { Translated } from "../template.ts";

export const SPANISH_OPERATOR_EMAILS: Translated<typeof OPERATOR_EMAILS> = {
  backupFailed: {
    subject: `${PRODUCT_NAME}: falló la copia de seguridad de anoche`,
    blocks: ({ reason }) => [
      "El servidor no pudo hacer una copia de seguridad que se pueda restaurar. Indicó:",
      { quote: reason },
      "Se puede seguir trabajando. Revisa el disco y el registro del servidor y después ejecuta: npm run drill",
      "No llegarán más correos como este hasta que una copia de seguridad vuelva a salir bien.",
    ],
  },
  backupDamaged: {
    subject: `${PRODUCT_NAME}: una copia de seguridad está dañada`,
    blocks: ({ reason }) => [
      "El servidor vuelve a leer las copias de seguridad que guarda, una cada hora. Una ya no está como se escribió:",
      { quote: reason },
      "Revisa su disco, mueve ese archivo a otro lugar y ejecuta: npm run drill",
      "Este correo llega una vez por cada archivo.",
    ],
  },
  damageFound: {
    subject: `${PRODUCT_NAME}: la base de datos está dañada`,
    blocks: ({ reason }) => [
      "El servidor lee una vez por noche todo lo que guarda. Esta vez ha encontrado daños:",
      { quote: reason },
      "Puede afectar a lo que se abre y se guarda. Para volver atrás están las copias de seguridad de las noches anteriores: consérvalas.",
      "No llegarán más correos como este hasta que pase una noche sin daños.",
    ],
  },
};
