/** Shows a new recovery key once: copy, download or print it, type two of its groups again, done. */

import { PRODUCT_NAME } from "@coffer/core/constants";
import { LOCALE } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { useUnsaved } from "../../frame/unsaved.ts";
import { randomBytes } from "../../ui/generator/random.ts";
import { saveFile } from "../../ui/save-file.ts";
import { KitPaper } from "./KitPaper.tsx";
import { Retype } from "./Retype.tsx";
import { partsOf, pickGroups, recoveryKitHtml } from "./recovery-kit.ts";
import { SecretActions, SecretGroups, SecretPaper } from "./SecretPaper.tsx";

const INTRO =
  "If you forget your master password, this key is the only way back to what you saved. We do not have it, so keep it somewhere safe.";
const LEAVING =
  "Without the recovery key, a forgotten master password means that everything you saved is lost. Until you have saved it, this device keeps it encrypted and asks again whenever you are signed in.";

/** Until it is saved the client keeps it sealed on this device; a user who closes it unsaved is asked again. */
export function RecoveryKit({ email, recoveryKey, onDone }: { email: string; recoveryKey: string; onDone: () => void }) {
  const { account } = useClient();
  useUnsaved(true, { asks: true });
  const { groups, check } = partsOf(recoveryKey);
  const [asked] = useState(() =>
    pickGroups(groups.length, randomBytes(2)).map((index) => ({ label: `Group ${index + 1}`, group: groups[index] ?? "" })),
  );
  const [made] = useState(() => new Date());
  const date = made.toLocaleDateString(LOCALE, { year: "numeric", month: "short", day: "numeric" });
  const kit = { email, recoveryKey, origin: window.location.origin, date };
  const save = async () => {
    await account.kitSaved({ email }).catch(() => undefined); // at worst it is asked for once more
    onDone();
  };
  const download = () => saveFile(`${PRODUCT_NAME.toLowerCase()}-recovery-kit.html`, recoveryKitHtml(kit), "text/html");
  return (
    <SecretPaper title="Save your recovery key" intro={INTRO} leaving={LEAVING} isPage onDone={onDone}>
      <p>
        Account: <strong>{email}</strong>
      </p>
      <SecretGroups label="Recovery key" testId="recovery-key" groups={groups} check={check} columns={4} />
      <KitPaper kit={kit} />
      <SecretActions text={recoveryKey} label="Copy recovery key" copied="Copied recovery key" onDownload={download}>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </SecretActions>
      <Retype
        asked={asked}
        text="To be sure it is saved, type two of its groups from your copy."
        action="I have saved it"
        capitals
        onDone={() => void save()}
      />
    </SecretPaper>
  );
}
