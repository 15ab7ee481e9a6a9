/** Endpoints by feature and verb: what the client calls and the server answers. Those of passkeys and of the vault as it was are apart (passkeys.ts, as-of.ts): the client loads them late. */
import { account } from "./account.ts";
import { watch } from "./news.ts";
import { profiles } from "./profiles.ts";
import { recovery } from "./recovery.ts";
import { sessionHalf } from "./session-half.ts";
import { settings } from "./settings.ts";
import { sharing } from "./sharing.ts";
import { team } from "./team.ts";
import { transfer } from "./transfer.ts";
import { twoFactor } from "./two-factor.ts";
import { items, vault } from "./vault.ts";
import { bulk, lists, trash } from "./vault-lists.ts";
import { versions } from "./versions.ts";

export const api = {
  account: { ...account, ...twoFactor, ...recovery, ...profiles, ...settings, ...sessionHalf },
  vault: { ...vault, ...lists, ...trash, ...bulk, watch, versions },
  transfer,
  sharing,
  team,
} as const;
export { items };
