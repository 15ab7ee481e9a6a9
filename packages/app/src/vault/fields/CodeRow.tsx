/** The one-time code of an item, live, to be copied. The stored setup key is not shown: anyone who has it has every code. */
import { titleOf } from "@coffer/core/items/item";
import { type CodeSettings, parseCode } from "@coffer/core/items/totp";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FieldRow } from "../../ui/FieldRow.tsx";
import { copyLabels, spokenLabel } from "../item/rights.ts";
import { LiveCode } from "./LiveCode.tsx";
import type { ShownField } from "./shown-field.ts";
import { useCode } from "./use-code.ts";

export function CodeRow(props: ShownField) {
  const settings = parseCode(props.value);
  if (!settings) return <FieldRow label={props.field.label}>This setup key cannot be read</FieldRow>;
  return <Live {...props} settings={settings} />;
}

function Live({ item, name, field, actions, settings }: ShownField & { settings: CodeSettings }) {
  const code = useCode(settings);
  return (
    <FieldRow
      label={field.label}
      secret
      actions={
        item.state === "intact" && (
          <CopyButton
            wholeRow
            {...copyLabels(item.kind, name, titleOf(item))}
            failure={`Failed to copy ${spokenLabel(field.label)}`}
            value={() => code.code}
            onCopied={() => actions?.used(item)}
          />
        )
      }
    >
      <LiveCode code={code} />
    </FieldRow>
  );
}
