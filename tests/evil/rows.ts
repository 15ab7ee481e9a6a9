/** All rows, by the place of the lie or theft. */

import type { Row } from "./row.ts";
import { ADDED_RECIPIENTS } from "./rows/added-recipients.ts";
import { AT_REST } from "./rows/at-rest.ts";
import { CLAIMS } from "./rows/colleague-claims.ts";
import { COLLEAGUE_INVITATIONS } from "./rows/colleague-invitations.ts";
import { MAKERS } from "./rows/colleague-makers.ts";
import { MOVES } from "./rows/colleague-moves.ts";
import { OWNERS } from "./rows/colleague-own.ts";
import { COLLEAGUE_TEAM_KEYS } from "./rows/colleague-team-keys.ts";
import { COLLEAGUE_TEAM_LOG } from "./rows/colleague-team-log.ts";
import { COPIED_INVITATIONS } from "./rows/copied-invitations.ts";
import { EARLIER_KEY } from "./rows/earlier-key.ts";
import { EAVESDROPPING } from "./rows/eavesdropping.ts";
import { ENVELOPES } from "./rows/envelopes.ts";
import { EXTENSION_DISK } from "./rows/extension-disk.ts";
import { FALSE_SCOPE_LISTS } from "./rows/false-scope-lists.ts";
import { FOREIGN_OWNER } from "./rows/foreign-owner.ts";
import { FORKS } from "./rows/forks.ts";
import { FULL_ITEMS } from "./rows/full-items.ts";
import { GOSSIP } from "./rows/gossip.ts";
import { INVITERS } from "./rows/inviters.ts";
import { LOOK_ALIKE } from "./rows/look-alike.ts";
import { LOST_DEVICES } from "./rows/lost-devices.ts";
import { LYING_PAGES } from "./rows/lying-pages.ts";
import { MEMBERS } from "./rows/members.ts";
import { NEXT_KEY } from "./rows/next-key.ts";
import { OLD_VERSIONS } from "./rows/old-versions.ts";
import { PASSKEY_ASSERTIONS } from "./rows/passkey-assertions.ts";
import { PASSKEY_COPIES } from "./rows/passkey-copies.ts";
import { PASSKEY_KEYS } from "./rows/passkey-keys.ts";
import { PASSKEY_LISTS } from "./rows/passkey-lists.ts";
import { PASSKEY_SIGN_IN } from "./rows/passkey-sign-in.ts";
import { PLACED_ITEMS } from "./rows/placed-items.ts";
import { PLATFORM } from "./rows/platform.ts";
import { PRESSED_SHARES } from "./rows/pressed-shares.ts";
import { PROFILES } from "./rows/profiles.ts";
import { HEADS, LISTS, RECORDS } from "./rows/pull.ts";
import { RECOVERY } from "./rows/recovery.ts";
import { RELABELLED_SHARES } from "./rows/relabelled-shares.ts";
import { RETURNED_ITEMS } from "./rows/returned-items.ts";
import { ROLLED_BACK_SHARES } from "./rows/rolled-back-shares.ts";
import { SAME_ID } from "./rows/same-id.ts";
import { SHARE_ENDS } from "./rows/share-ends.ts";
import { SHARE_LISTS } from "./rows/share-lists.ts";
import { SHARED_HEADS } from "./rows/shared-heads.ts";
import { SHARING } from "./rows/sharing.ts";
import { SIGN_IN } from "./rows/sign-in.ts";
import { SMUGGLED_SQL } from "./rows/smuggled-sql.ts";
import { STALE_DEVICE } from "./rows/stale-device.ts";
import { STOLEN_TOKEN } from "./rows/stolen-token.ts";
import { TEAM_LISTS } from "./rows/team-lists.ts";
import { TEAM_SHARES } from "./rows/team-shares.ts";
import { TEAM_THIEVES } from "./rows/team-thieves.ts";
import { TEAMS } from "./rows/teams.ts";
import { THIEVES } from "./rows/thieves.ts";
import { TIME } from "./rows/time.ts";
import { UNANSWERED_GRANTS } from "./rows/unanswered-grants.ts";
import { UNREADABLE } from "./rows/unreadable.ts";
import { ITEM_VERSIONS } from "./rows/versions.ts";
import { WAITING } from "./rows/waiting.ts";
import { WAITING_PEOPLE } from "./rows/waiting-people.ts";
import { WEAK_PASSWORDS } from "./rows/weak-passwords.ts";

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "signing in": SIGN_IN,
  "reading records": [...RECORDS, ...PASSKEY_KEYS],
  "reading lists": LISTS,
  "reading heads": HEADS,
  "two histories": FORKS,
  recovering: RECOVERY,
  "switching profiles": PROFILES,
  envelopes: ENVELOPES,
  "reading earlier versions": [...ITEM_VERSIONS, ...OLD_VERSIONS],
  "the vault as it was": TIME,
  "edits that wait": [...WAITING, ...WAITING_PEOPLE],
  "information in refusals": LOOK_ALIKE,
  "pages that ask for passkeys": LYING_PAGES,
  "opening by passkey": [...PASSKEY_COPIES, ...PASSKEY_LISTS, ...PASSKEY_SIGN_IN],
  "answers of passkeys": [...PASSKEY_ASSERTIONS, ...LOST_DEVICES],
  platform: [...PLATFORM, ...WEAK_PASSWORDS],
  sharing: [
    ...SHARING,
    ...SHARE_LISTS,
    ...TEAM_SHARES,
    ...RELABELLED_SHARES,
    ...PRESSED_SHARES,
    ...UNANSWERED_GRANTS,
    ...PLACED_ITEMS,
    ...SHARE_ENDS,
    ...RETURNED_ITEMS,
    ...ADDED_RECIPIENTS,
  ],
  teams: [...TEAMS, ...INVITERS, ...TEAM_LISTS],
  "colleagues in the team log": [...COLLEAGUE_TEAM_LOG, ...COLLEAGUE_INVITATIONS, ...COLLEAGUE_TEAM_KEYS],
  "one log for all": GOSSIP,
  "former and other members": [
    ...MEMBERS,
    ...NEXT_KEY,
    ...EARLIER_KEY,
    ...FALSE_SCOPE_LISTS,
    ...ROLLED_BACK_SHARES,
    ...STALE_DEVICE,
    ...EAVESDROPPING,
  ],
  "who may write": [...SHARED_HEADS, ...FOREIGN_OWNER, ...SAME_ID, ...UNREADABLE, ...FULL_ITEMS],
  "who made an item": [...MAKERS, ...OWNERS, ...CLAIMS, ...MOVES],
  "handed-over links": COPIED_INVITATIONS,
  "smuggled SQL": SMUGGLED_SQL,
  "stolen disks": AT_REST,
  "the extension's stores": EXTENSION_DISK,
  "stolen tokens": [...THIEVES, ...TEAM_THIEVES, ...STOLEN_TOKEN],
};
