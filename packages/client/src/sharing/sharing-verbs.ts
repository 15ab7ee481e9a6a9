/** What a person asks the sharing feature for: shares, and the people they are with. Loaded with the first of it (sharing-feature.ts). */

import { type Bound, bindVerbs } from "../bind-verbs.ts";
import { revoke, setExpiry, setPermission } from "./change-shares.ts";
import type { SharingContext } from "./context.ts";
import { share, shareMany } from "./create-shares.ts";
import { hideShares, showShares } from "./hidden-shares.ts";
import { giveBack, itemsByOthers, keepItems, restoreVault, vaultTrouble } from "./items-by-others.ts";
import { findPerson, knownEmails, trustPerson } from "./people.ts";
import { keepPromise, promisedShares, promiseShares, withdrawPromise } from "./promised-shares.ts";
import { restoreShared } from "./restore-shared.ts";
import { sharedByMe, sharedWithMe } from "./share-lists.ts";

export { endVault } from "./end-vault.ts";

const VERBS = {
  share,
  shareMany,
  revoke,
  setExpiry,
  setPermission,
  sharedByMe,
  sharedWithMe,
  findPerson,
  knownEmails,
  trustPerson,
  itemsByOthers,
  keepItems,
  giveBack,
  restoreVault,
  restoreShared,
  vaultTrouble,
  promiseShares,
  promisedShares,
  withdrawPromise,
  keepPromise,
  hideShares,
  showShares,
};

export type SharingVerbs = Bound<typeof VERBS>;

export const sharingVerbs = (context: SharingContext): SharingVerbs => bindVerbs(context, VERBS);
