/** The sharing room: every verb on shares and on the people they are with. */

import { type Bound, bindVerbs } from "../bind.ts";
import { away } from "./away.ts";
import { revoke, setExpiry, setPermission } from "./changing.ts";
import type { SharingContext } from "./context.ts";
import { share, shareMany } from "./granting.ts";
import { sharedByMe, sharedWithMe } from "./lists.ts";
import { findPerson, knownEmails, trustPerson } from "./people.ts";

const VERBS = { away, share, shareMany, revoke, setExpiry, setPermission, sharedByMe, sharedWithMe, findPerson, knownEmails, trustPerson };

export type SharingApi = Bound<typeof VERBS>;

export const sharingApi = (context: SharingContext): SharingApi => bindVerbs(context, VERBS);
