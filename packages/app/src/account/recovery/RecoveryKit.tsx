/** Shows a new recovery key once: copy, download or print it, type two of its groups again, done. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { Button, TextInput } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { randomBytes } from "../../ui/generator/random.ts";
import { saveFile } from "../../ui/save-file.ts";
import { groupsOf, pickGroups, recoveryKitHtml, sameGroup } from "./recovery-kit.ts";
import "./recovery-kit.css";

const LEAVE =
  "Without the recovery key, a forgotten master password means that everything you saved is lost. The key cannot be shown again.";

export function RecoveryKit({ email, recoveryKey, onDone }: { email: string; recoveryKey: string; onDone: () => void }) {
  const groups = groupsOf(recoveryKey);
  const leave = async () => {
    if (await confirm({ title: "Close without saving?", message: LEAVE, confirmLabel: "Close anyway", danger: true })) onDone();
  };
  const download = () => {
    const date = new Date().toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });
    const html = recoveryKitHtml({ email, recoveryKey, origin: window.location.origin, date });
    saveFile(`${PRODUCT_NAME.toLowerCase()}-recovery-kit.html`, html, "text/html");
  };
  return (
    <Dialog onClose={() => void leave()} title="Save your recovery key" size={520} closeOnClickOutside={false}>
      <div className="kit">
        <p>
          If you forget your master password, this key is the only way back to what you saved. We do not have it. It is shown this once, so
          keep it somewhere safe before you sign in.
        </p>
        <div className="kit-paper">
          <p className="kit-print-only">
            {PRODUCT_NAME} recovery key for {email} at {window.location.origin}
          </p>
          <ol className="kit-groups" aria-label="Recovery key" data-testid="recovery-key">
            {groups.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
              <li key={index}>
                <span className="kit-number" aria-hidden>
                  {index + 1}
                </span>
                {group}
              </li>
            ))}
          </ol>
        </div>
        <div className="kit-actions">
          <CopyButton kind="button" value={() => recoveryKey} label="Copy recovery key" />
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
            Download
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
        <Retype groups={groups} onDone={onDone} />
      </div>
    </Dialog>
  );
}

function Retype({ groups, onDone }: { groups: readonly string[]; onDone: () => void }) {
  const [[first, second]] = useState(() => pickGroups(groups.length, randomBytes(2)));
  const [typed, setTyped] = useState({ first: "", second: "" });
  const matches = sameGroup(typed.first, groups[first] ?? "") && sameGroup(typed.second, groups[second] ?? "");
  const field = (name: "first" | "second", index: number) => (
    <TextInput
      label={`Group ${index + 1}`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      classNames={{ input: "kit-input" }}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className="kit-retype"
      onSubmit={(event) => {
        event.preventDefault();
        if (matches) onDone();
      }}
    >
      <p>To be sure it is saved, type two of its groups from your copy.</p>
      <div className="kit-fields">
        {field("first", first)}
        {field("second", second)}
      </div>
      <Button type="submit" size="md" fullWidth disabled={!matches}>
        I have saved it
      </Button>
    </form>
  );
}
