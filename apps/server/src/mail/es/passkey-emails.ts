/** PASSKEY_EMAILS in Spanish. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import type { PASSKEY_EMAILS } from "../passkey-emails.ts";
import type { Translated } from "../template.ts";

export const SPANISH_PASSKEY_EMAILS: Translated<typeof PASSKEY_EMAILS> = {
  passkeyAdded: {
    subject: `${PRODUCT_NAME}: una passkey abre tu bóveda`,
    blocks: ({ device, at }) => [
      `Se ha añadido una passkey que abre tu bóveda: ${device}, ${at}. Quien pueda usarla entra sin tu contraseña maestra.`,
      "Si no has sido tú, inicia sesión y cambia tu contraseña maestra con claves nuevas: así ninguna passkey abrirá ya tu bóveda.",
    ],
  },
  passkeyRemoved: {
    subject: `${PRODUCT_NAME}: se ha quitado una passkey`,
    blocks: ({ device, at }) => [
      `Una passkey ya no abre tu bóveda: ${device}, ${at}. Tu contraseña maestra y tu clave de recuperación siguen abriéndola.`,
      "Si no has sido tú, inicia sesión, cambia tu contraseña maestra y revisa los dispositivos en tus ajustes.",
    ],
  },
};
