/** ROW_READERS: the readers of table rows, by the name that the table in SOURCES refers to. */
import { bitwardenRow } from "./bitwarden.ts";
import { dashlaneCredential, dashlaneId, dashlaneNote, dashlanePayment, dashlanePerson, dashlaneWifi } from "./dashlane.ts";
import { keePass1, keePassXc } from "./keepass.ts";
import { lastPass } from "./lastpass.ts";
import { nordPass } from "./nordpass.ts";
import { onePasswordRow } from "./onepassword.ts";
import { buttercup, padloc, passRow, protonRow, roboForm, safeInCloudRow, zoho } from "./other-programs.ts";
import type { RowReader } from "./row-reader.ts";

export const ROW_READERS: Readonly<Record<string, RowReader>> = {
  ...{
    bitwardenRow,
    dashlaneCredential,
    dashlaneId,
    dashlaneNote,
    dashlanePayment,
    dashlanePerson,
    dashlaneWifi,
    keePass1,
    keePassXc,
    lastPass,
  },
  ...{ nordPass, onePasswordRow, buttercup, padloc, passRow, protonRow, roboForm, safeInCloudRow, zoho },
};
