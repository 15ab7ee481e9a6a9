/** Passkeys in logins, made by the product's own authenticator. */
import { createPasskey } from "../../packages/client/src/vault/passkeys/create-passkey.ts";
import { type Passkey, type PasskeyKey, withPasskey } from "../../packages/core/src/items/passkeys.ts";
import { randomBytes } from "../../packages/crypto/src/index.ts";

export interface Made {
  readonly passkey: Passkey;
  readonly key: PasskeyKey;
}

export async function madeFor(host: string, now = Date.now()): Promise<Made> {
  const made = await createPasskey({
    page: { origin: `https://${host}` },
    options: {
      rp: { name: host },
      user: { id: "AQID", name: "ann", displayName: "Ann" },
      challenge: "AQID",
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    },
    isVerified: true,
    random: randomBytes,
    now,
  });
  if ("error" in made) throw new Error(made.error);
  return { passkey: { ...made.passkey, state: "kept" }, key: made.key };
}

/** Both fields of a login that has these. */
export function fieldsOf(...all: readonly Made[]): { readonly x_passkeys: string; readonly x_passkey_keys: string } {
  const none = { x_passkeys: "", x_passkey_keys: "" };
  return all.reduce((fields, { passkey, key }) => {
    const more = withPasskey(fields, passkey, key);
    if (!more) throw new Error("There is no room");
    return more;
  }, none);
}
