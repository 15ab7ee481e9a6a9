/** SHARING_EMAILS in Spanish. */
import { DELETED_KEPT_DAYS, PRODUCT_NAME } from "@coffer/core/constants";
import type { SHARING_EMAILS } from "../sharing-emails.ts";
import type { Translated } from "../template.ts";

export const SPANISH_SHARING_EMAILS: Translated<typeof SHARING_EMAILS> = {
  shareReceived: {
    subject: `${PRODUCT_NAME}: alguien comparte algo contigo`,
    blocks: ({ by, what, link }) => [
      `${by} comparte ${what} contigo. Nadie más puede abrirlo, así que este correo no puede decir qué es. Lo encontrarás en «Compartidos»:`,
      { link },
      "Enviamos este correo una vez por hora como máximo, aunque se comparta más.",
      "Si no conoces a esta persona, no lo abras.",
    ],
  },
  sharedItemDeleted: {
    subject: `${PRODUCT_NAME}: se ha eliminado un elemento tuyo`,
    blocks: ({ by, what }) => [
      `${by}, que tiene permiso para editar, ha eliminado algo tuyo (${what}). Lo encontrarás en tu papelera, donde puedes restaurarlo durante ${DELETED_KEPT_DAYS} días.`,
      "Si esa persona no debe editar lo que compartes, cambia su permiso en «Compartidos».",
    ],
  },
  ownerLeaves: {
    subject: `${PRODUCT_NAME}: saca tus elementos de una bóveda que se va a eliminar`,
    blocks: ({ by, what, until }) => [
      `La cuenta de ${by} se cierra. El ${until} se eliminarán sus bóvedas. También se eliminará lo que creaste allí: ${what}.`,
      "Para conservar lo que es tuyo, muévelo a una bóveda propia antes de ese día.",
    ],
  },
};
