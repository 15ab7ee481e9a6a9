/** Passkeys of a login as lists show them: of a bank's length, of a site's own host, removed, and unknown to the site. What their keys are, no picture shows. */
import { type Passkey, writePasskeyKeys, writePasskeys } from "../../packages/core/src/items/passkeys.ts";

const DAY_MS = 24 * 3_600_000;

const passkey = (at: number, changed: Partial<Passkey>): Passkey => ({
  id: `A${at}`.padEnd(43, "A"),
  rpId: "sky-harbour.example",
  rpName: "Sky Harbour",
  user: "AQ",
  name: "ann@example.com",
  displayName: "Ann Lee",
  alg: -7,
  at: Date.UTC(2026, 0, 15, 12),
  prf: true,
  state: "kept",
  since: Date.now() - DAY_MS,
  ...changed,
});

export function passkeyFields(): { readonly x_passkeys: string; readonly x_passkey_keys: string } {
  const all = [
    passkey(1, {}),
    passkey(2, {
      rpId: "accounts.frequent-travellers-of-the-world.sky-harbour.example",
      name: "a.very.long.name.that.goes.on@example.com",
    }),
    passkey(3, { state: "unconfirmed" }),
    passkey(5, { name: "ann.unknown@example.com", state: "hidden", why: "unknown" }),
    passkey(6, { name: "ann.refused@example.com", state: "hidden", why: "not accepted" }),
    passkey(4, { name: "ann.old@example.com", state: "removed" }),
  ];
  const keys = all.map(({ id }) => ({ id, key: "AQ", prfUv: "", prfNoUv: "" }));
  return { x_passkeys: writePasskeys(all), x_passkey_keys: writePasskeyKeys(keys) };
}
