/** Shows a new recovery key once: copy, download or print it, type two of its groups again, done. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { randomBytes } from "../../ui/generator/random.ts";
import { saveFile } from "../../ui/save-file.ts";
import { Retype } from "./Retype.tsx";
import { groupsOf, pickGroups, recoveryKitHtml } from "./recovery-kit.ts";
import { SecretActions, SecretGroups, SecretPaper } from "./SecretPaper.tsx";

const INTRO =
  "If you forget your master password, this key is the only way back to what you saved. We do not have it. It is shown this once, so " +
  "keep it somewhere safe before you sign in.";
const LEAVING =
  "Without the recovery key, a forgotten master password means that everything you saved is lost. The key cannot be shown again.";

export function RecoveryKit({ email, recoveryKey, onDone }: { email: string; recoveryKey: string; onDone: () => void }) {
  const groups = groupsOf(recoveryKey);
  const [asked] = useState(() =>
    pickGroups(groups.length, randomBytes(2)).map((index) => ({ label: `Group ${index + 1}`, group: groups[index] ?? "" })),
  );
  const { origin } = window.location;
  const download = () => {
    const date = new Date().toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });
    saveFile(`${PRODUCT_NAME.toLowerCase()}-recovery-kit.html`, recoveryKitHtml({ email, recoveryKey, origin, date }), "text/html");
  };
  return (
    <SecretPaper title="Save your recovery key" intro={INTRO} leaving={LEAVING} onDone={onDone}>
      <SecretGroups
        label="Recovery key"
        testId="recovery-key"
        groups={groups}
        columns={3}
        onPaper={`${PRODUCT_NAME} recovery key for ${email} at ${origin}`}
      />
      <SecretActions copied={recoveryKey} label="Copy recovery key" onDownload={download}>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </SecretActions>
      <Retype
        asked={asked}
        text="To be sure it is saved, type two of its groups from your copy."
        action="I have saved it"
        capitals
        onDone={onDone}
      />
    </SecretPaper>
  );
}
