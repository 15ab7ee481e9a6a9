/** Draws one setting of the device as its row says: choices to select from, radio buttons, or a switch. A change holds at once. */
import type { DeviceSettingRow, SettingValue } from "@coffer/core/device/settings";
import { NativeSelect, Radio, Switch } from "@mantine/core";
import { Note } from "../../ui/Note.tsx";
import styles from "./Panels.module.css";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/Switch.layer.css";

interface Props {
  readonly row: DeviceSettingRow;
  readonly value: SettingValue;
  readonly onChange: (value: SettingValue) => void;
  /** Whether the panel is called like it already. */
  readonly isNamed: boolean;
}

const DRAWN = { select: Select, radio: Radios, switch: OnOff };

export function SettingControl(props: Props) {
  const Drawn = DRAWN[props.row.drawn];
  const warning = props.row.choices.find(({ value }) => value === props.value)?.warning;
  return (
    <>
      <Drawn {...props} />
      {warning !== undefined && (
        <div className={styles.narrow}>
          <Note tone="warning" role="status">
            {warning}
          </Note>
        </div>
      )}
    </>
  );
}

function Select({ row: { label, description, choices }, value, onChange, isNamed }: Props) {
  return (
    <NativeSelect
      className={styles.narrow ?? ""}
      {...(isNamed ? { "aria-label": label } : { label })}
      description={description}
      value={choices.find((choice) => choice.value === value)?.label ?? ""}
      data={choices.map((choice) => choice.label)}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.label === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}

function Radios({ row: { label, description, choices }, value, onChange, isNamed }: Props) {
  return (
    <Radio.Group
      className={styles.narrow ?? ""}
      {...(isNamed ? { "aria-label": label } : { label })}
      description={description}
      value={String(value)}
      onChange={(next) => {
        const chosen = choices.find((choice) => String(choice.value) === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Radio key={choice.label} value={String(choice.value)} label={choice.label} description={choice.description} />
        ))}
      </div>
    </Radio.Group>
  );
}

function OnOff({ row: { label, description, choices }, value, onChange }: Props) {
  const [off, on] = choices;
  return (
    <Switch
      checked={value === on?.value}
      label={label}
      description={description}
      onChange={(event) => {
        const chosen = event.currentTarget.checked ? on : off;
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}
