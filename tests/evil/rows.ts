/** All rows, by the place of the lie or theft. */
import type { Row } from "./row.ts";
import { AT_REST } from "./rows/at-rest.ts";
import { CLAIMS } from "./rows/colleague-claims.ts";
import { COLLEAGUE_INVITATIONS } from "./rows/colleague-invitations.ts";
import { MAKERS } from "./rows/colleague-makers.ts";
import { MOVES } from "./rows/colleague-moves.ts";
import { OWNERS } from "./rows/colleague-own.ts";
import { COLLEAGUE_TEAM_KEYS } from "./rows/colleague-team-keys.ts";
import { COLLEAGUE_TEAM_LOG } from "./rows/colleague-team-log.ts";
import { EARLIER_KEY } from "./rows/earlier-key.ts";
import { ENVELOPES } from "./rows/envelopes.ts";
import { EXTENSION_DISK } from "./rows/extension-disk.ts";
import { FOREIGN_OWNER } from "./rows/foreign-owner.ts";
import { FORKS } from "./rows/forks.ts";
import { GIVEN_FIRST } from "./rows/given-first.ts";
import { GOING_HOME } from "./rows/going-home.ts";
import { GOSSIP } from "./rows/gossip.ts";
import { HANDED_OVER } from "./rows/handed-over.ts";
import { INVITERS } from "./rows/inviters.ts";
import { KNOWS_LESS } from "./rows/knows-less.ts";
import { LISTED_OTHERWISE } from "./rows/listed-otherwise.ts";
import { LOOK_ALIKE } from "./rows/look-alike.ts";
import { LOST_DEVICES } from "./rows/lost-devices.ts";
import { LYING_PAGES } from "./rows/lying-pages.ts";
import { MEMBERS } from "./rows/members.ts";
import { NEXT_KEY } from "./rows/next-key.ts";
import { OLD_VERSIONS } from "./rows/old-versions.ts";
import { OVERHEARD } from "./rows/overheard.ts";
import { PASSKEY_ASSERTIONS } from "./rows/passkey-assertions.ts";
import { PASSKEY_COPIES } from "./rows/passkey-copies.ts";
import { PASSKEY_KEYS } from "./rows/passkey-keys.ts";
import { PASSKEY_LISTS } from "./rows/passkey-lists.ts";
import { PASSKEY_SIGN_IN } from "./rows/passkey-sign-in.ts";
import { PAST_THE_FORM } from "./rows/past-the-form.ts";
import { PLACED_ITEMS } from "./rows/placed-items.ts";
import { PLATFORM } from "./rows/platform.ts";
import { PRESSED_SHARES } from "./rows/pressed-shares.ts";
import { PROFILES } from "./rows/profiles.ts";
import { HEADS, LISTS, RECORDS } from "./rows/pull.ts";
import { RECOVERY } from "./rows/recovery.ts";
import { RELABELLED } from "./rows/relabelled.ts";
import { SAME_ID } from "./rows/same-id.ts";
import { SET_BACK } from "./rows/set-back.ts";
import { SHARE_ENDS } from "./rows/share-ends.ts";
import { SHARE_LISTS } from "./rows/share-lists.ts";
import { SHARED_HEADS } from "./rows/shared-heads.ts";
import { SHARING } from "./rows/sharing.ts";
import { SIGN_IN } from "./rows/sign-in.ts";
import { SMUGGLED_SQL } from "./rows/smuggled-sql.ts";
import { TEAM_LISTS } from "./rows/team-lists.ts";
import { TEAM_SHARES } from "./rows/team-shares.ts";
import { TEAM_THIEVES } from "./rows/team-thieves.ts";
import { TEAMS } from "./rows/teams.ts";
import { THIEVES } from "./rows/thieves.ts";
import { TIME } from "./rows/time.ts";
import { TOKEN_ALONE } from "./rows/token-alone.ts";
import { UNREADABLE } from "./rows/unreadable.ts";
import { ITEM_VERSIONS } from "./rows/versions.ts";
import { WAITING } from "./rows/waiting.ts";
import { WAITING_PEOPLE } from "./rows/waiting-people.ts";

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "signing in": SIGN_IN,
  "reading records": [...RECORDS, ...PASSKEY_KEYS],
  "reading lists": LISTS,
  "reading heads": HEADS,
  "telling two histories": FORKS,
  recovering: RECOVERY,
  "switching profiles": PROFILES,
  envelopes: ENVELOPES,
  "reading earlier versions": [...ITEM_VERSIONS, ...OLD_VERSIONS],
  "the vault as it was": TIME,
  "edits that wait": [...WAITING, ...WAITING_PEOPLE],
  "telling by refusals": LOOK_ALIKE,
  "pages that ask for passkeys": LYING_PAGES,
  "opening by passkey": [...PASSKEY_COPIES, ...PASSKEY_LISTS, ...PASSKEY_SIGN_IN],
  "answers of passkeys": [...PASSKEY_ASSERTIONS, ...LOST_DEVICES],
  platform: [...PLATFORM, ...PAST_THE_FORM],
  sharing: [
    ...SHARING,
    ...SHARE_LISTS,
    ...TEAM_SHARES,
    ...RELABELLED,
    ...PRESSED_SHARES,
    ...GIVEN_FIRST,
    ...PLACED_ITEMS,
    ...SHARE_ENDS,
    ...GOING_HOME,
  ],
  teams: [...TEAMS, ...INVITERS, ...TEAM_LISTS],
  "colleagues in the team log": [...COLLEAGUE_TEAM_LOG, ...COLLEAGUE_INVITATIONS, ...COLLEAGUE_TEAM_KEYS],
  "one log for all": GOSSIP,
  "former and other members": [...MEMBERS, ...NEXT_KEY, ...EARLIER_KEY, ...LISTED_OTHERWISE, ...SET_BACK, ...KNOWS_LESS, ...OVERHEARD],
  "who may write": [...SHARED_HEADS, ...FOREIGN_OWNER, ...SAME_ID, ...UNREADABLE],
  "who made an item": [...MAKERS, ...OWNERS, ...CLAIMS, ...MOVES],
  "handed-over links": HANDED_OVER,
  "smuggled SQL": SMUGGLED_SQL,
  "stolen disks": AT_REST,
  "the extension's stores": EXTENSION_DISK,
  "stolen tokens": [...THIEVES, ...TEAM_THIEVES, ...TOKEN_ALONE],
};
