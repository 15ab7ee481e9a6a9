/** Shows the ten recovery codes of the second factor once; one of them has to be typed back before the dialog goes. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { Button, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { randomBytes } from "../../ui/generator/random.ts";
import { saveFile } from "../../ui/save-file.ts";
import { sameGroup } from "../recovery/recovery-kit.ts";
import "../recovery/recovery-kit.css";

const LEAVE = "Without a recovery code, a lost phone means asking an administrator for help. The codes cannot be shown again.";

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [asked] = useState(() => (randomBytes(1)[0] ?? 0) % codes.length);
  const [typed, setTyped] = useState("");
  const matches = sameGroup(typed, (codes[asked] ?? "").replace("-", ""));
  const text = () => codes.join("\n");
  const leave = async () => {
    if (await confirm({ title: "Close without saving?", message: LEAVE, confirmLabel: "Close anyway", danger: true })) onDone();
  };
  return (
    <Dialog onClose={() => void leave()} title="Save your recovery codes" size={520} closeOnClickOutside={false}>
      <div className="kit">
        <p>If you lose your phone, each of these codes signs you in once in place of the authenticator. They are shown this once.</p>
        <ol className="kit-groups kit-codes" aria-label="Recovery codes" data-testid="recovery-codes">
          {codes.map((code, index) => (
            <li key={code}>
              <span className="kit-number" aria-hidden>
                {index + 1}
              </span>
              {code}
            </li>
          ))}
        </ol>
        <div className="kit-actions">
          <CopyButton kind="button" value={text} label="Copy recovery codes" />
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveFile(`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`, `${text()}\n`, "text/plain")}
          >
            Download
          </Button>
        </div>
        <form
          className="kit-retype"
          onSubmit={(event) => {
            event.preventDefault();
            if (matches) onDone();
          }}
        >
          <p>To be sure they are saved, type one of them from your copy.</p>
          <TextInput
            label={`Code ${asked + 1}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            classNames={{ input: "account-mono" }}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth disabled={!matches}>
            I have saved them
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
