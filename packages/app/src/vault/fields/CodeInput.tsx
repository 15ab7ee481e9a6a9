/** Sets up a one-time code: by its setup key or address, or by a picture of the QR code that a site shows. Shows the code that comes of it. */
import { type CodeSettings, otpauthFromText, parseCode } from "@coffer/core/items/totp";
import { Button, FileButton, TextInput } from "@mantine/core";
import { IconQrcode } from "@tabler/icons-react";
import { type ClipboardEvent, useRef, useState } from "react";
import { FieldRow, IN_ROW } from "../../ui/FieldRow.tsx";
import { AS_TYPED, ShowButton } from "../../ui/PasswordInput.tsx";
import styles from "./CodeInput.module.css";
import type { FormFieldProps } from "./form-field.ts";
import { LiveCode } from "./LiveCode.tsx";
import { readQrFile } from "./read-qr.ts";
import { useCode } from "./use-code.ts";

export function CodeInput({ id, field, value, error, onType, onLeave }: FormFieldProps) {
  const { reading, unreadable, read, forget } = useQrReading(onType);
  const settings = parseCode(value);
  const [visible, show] = useState(false);
  const onPaste = (event: ClipboardEvent) => {
    const picture = Array.from(event.clipboardData.files).find(({ type }) => type.startsWith("image/"));
    const address = otpauthFromText(event.clipboardData.getData("text"));
    if (!picture && !address) return;
    event.preventDefault();
    if (picture) read(picture);
    else if (address) onType(address);
  };
  return (
    <div className={styles.field} onPaste={onPaste}>
      <FieldRow
        label={field.label}
        input={id}
        secret
        actions={<ShowButton what={field.label} visible={visible} onShow={show} />}
        below={
          <div className={styles.below}>
            {settings && <Preview settings={settings} />}
            <FileButton accept="image/*" onChange={(file) => file && read(file)}>
              {(props) => (
                <Button {...props} variant="light" size="compact-sm" loading={reading} leftSection={<IconQrcode size={18} aria-hidden />}>
                  Read QR code from an image
                </Button>
              )}
            </FileButton>
          </div>
        }
      >
        <TextInput
          {...IN_ROW}
          {...AS_TYPED}
          id={id}
          description="Setup key, otpauth:// address, or a pasted picture of the QR code"
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={value}
          type={visible ? "text" : "password"}
          error={error ?? unreadable}
          autoComplete="off"
          classNames={{ ...IN_ROW.classNames, input: `${IN_ROW.classNames.input} mono` }}
          onBlur={onLeave}
          onChange={(event) => {
            forget();
            onType(event.currentTarget.value);
          }}
        />
      </FieldRow>
    </div>
  );
}

function Preview({ settings }: { settings: CodeSettings }) {
  const names = [settings.issuer, settings.label].filter(Boolean).join(" · ");
  return (
    <div className={styles.preview}>
      {names && <span className={styles.names}>{names}</span>}
      <LiveCode code={useCode(settings)} />
    </div>
  );
}

function useQrReading(onType: (value: string) => void) {
  const [reading, setReading] = useState(false);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  // A picture that took long must not overwrite what was chosen or typed after it.
  const latest = useRef(0);
  const forget = () => {
    latest.current++;
    setReading(false);
    setUnreadable(null);
  };

  const readNow = async (picture: Blob) => {
    forget();
    const turn = latest.current;
    setReading(true);
    const found = await readQrFile(picture).catch(() => ({ error: "This picture could not be read" }));
    if (turn !== latest.current) return;
    setReading(false);
    if ("value" in found) onType(found.value);
    else setUnreadable(found.error);
  };
  return { reading, unreadable, forget, read: (picture: Blob) => void readNow(picture) };
}
