/** Secrets in a form: hidden as they are typed, with an eye. A new item starts with a generated password, visible until another is typed or pasted. */
import { ActionIcon, TextInput } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { GeneratorButton } from "../../ui/generator/GeneratorButton.tsx";
import { generateUsualPassword } from "../../ui/generator/generate.ts";
import { AS_TYPED, NOT_A_SIGN_IN, ShowButton } from "../../ui/PasswordInput.tsx";
import { StrengthMeter } from "../../ui/StrengthMeter.tsx";
import { FieldNote } from "../fields/FieldNote.tsx";
import type { FormFieldProps } from "../fields/form-field.ts";
import { common, control, InputRow, MONO } from "./InputRow.tsx";
import styles from "./SecretField.module.css";

interface Props extends FormFieldProps {
  readonly more?: ReactNode;
  readonly below?: ReactNode;
}

export function SecretField({ more, below, ...props }: Props) {
  const { inputMode } = control(props);
  const isGenerated = props.generated !== undefined && props.value === props.generated;
  const input = useRef<HTMLInputElement>(null);
  const [visible, show] = useVisible(isGenerated, input);
  const leave = (event: FocusEvent) => {
    if (!isGenerated && props.generated !== undefined) show(false);
    props.onLeave(event);
  };
  return (
    <InputRow
      {...props}
      below={below}
      actions={
        <>
          {more}
          <ShowButton what={props.field.label} visible={visible} onShow={show} />
        </>
      }
    >
      <TextInput
        {...common(props)}
        {...AS_TYPED}
        ref={input}
        classNames={MONO}
        type={visible ? "text" : "password"}
        autoComplete={NOT_A_SIGN_IN}
        {...(inputMode ? { inputMode } : {})}
        {...(props.field.maxLength ? { maxLength: props.field.maxLength } : {})}
        // What is typed or pasted replaces the generated password.
        onFocus={(event) => isGenerated && event.currentTarget.select()}
        onBlur={leave}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
    </InputRow>
  );
}

/** A generated secret is visible. What replaces it from elsewhere, such as a stored draft, is hidden; while the user types, nothing changes. */
function useVisible(isGenerated: boolean, input: { readonly current: HTMLInputElement | null }) {
  const [visible, show] = useState(isGenerated);
  useEffect(() => {
    if (!isGenerated && document.activeElement !== input.current) show(false);
  }, [isGenerated, input]);
  return [visible, show] as const;
}

export function NewPasswordField(props: FormFieldProps) {
  const { value, fields, generated, onType } = props;
  const isGenerated = generated !== undefined && value === generated;
  const again = () => {
    const next = generateUsualPassword();
    props.onGenerate?.(next);
    onType(next);
  };
  return (
    <SecretField
      {...props}
      more={isGenerated && <RegenerateButton onPress={again} />}
      below={
        <div className={styles.below}>
          {isGenerated && <FieldNote>Made for you. Paste your own to replace it.</FieldNote>}
          {/* How a password of chance is put together says enough; an estimate by patterns finds none in it, and makes it seem weak. */}
          {value && <StrengthMeter password={value} username={fields.username ?? ""} hints={!isGenerated} />}
          {/* A generated secret may be replaced by the click itself, like an empty field. */}
          <GeneratorButton value={isGenerated ? "" : value} onUse={onType} />
        </div>
      }
    />
  );
}

const RegenerateButton = ({ onPress }: { onPress: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Regenerate" title="Regenerate" onClick={onPress}>
    <IconRefresh size={18} aria-hidden />
  </ActionIcon>
);
