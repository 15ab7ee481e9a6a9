/** Shows the ten recovery codes of the second factor once; one of them has to be typed back before the dialog goes. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { useState } from "react";
import { randomBytes } from "../../ui/generator/random.ts";
import { saveFile } from "../../ui/save-file.ts";
import { Retype } from "../recovery/Retype.tsx";
import { SecretActions, SecretGroups, SecretPaper } from "../recovery/SecretPaper.tsx";

const INTRO = "If you lose your phone, each of these codes signs you in once in place of the authenticator. They are shown this once.";
const LEAVING = "Without a backup code, a lost phone means asking an administrator for help. The codes cannot be shown again.";

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [asked] = useState(() => {
    const index = (randomBytes(1)[0] ?? 0) % codes.length;
    return [{ label: `Code ${index + 1}`, group: (codes[index] ?? "").replace("-", "") }];
  });
  const text = codes.join("\n");
  const download = () => saveFile(`${PRODUCT_NAME.toLowerCase()}-backup-codes.txt`, `${text}\n`, "text/plain");
  return (
    <SecretPaper title="Save your backup codes" intro={INTRO} leaving={LEAVING} onDone={onDone}>
      <SecretGroups label="Backup codes" testId="recovery-codes" groups={codes} columns={2} />
      <SecretActions text={text} label="Copy backup codes" copied="Copied backup codes" onDownload={download} />
      <Retype asked={asked} text="To be sure they are saved, type one of them from your copy." action="I have saved them" onDone={onDone} />
    </SecretPaper>
  );
}
