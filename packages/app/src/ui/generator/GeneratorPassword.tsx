/** Random passwords: length, sets of characters, look-alikes, and how many digits and symbols at least. */
import { type GeneratorOptions, MINIMUM_COUNT, PASSWORD_LENGTH, passwordBits } from "@coffer/core/passwords/generator";
import { NumberInput, Switch } from "@mantine/core";
import { useState } from "react";
import { StrengthMeter } from "../StrengthMeter.tsx";
import { GeneratorFrame } from "./GeneratorFrame.tsx";
import { GeneratorRange } from "./GeneratorRange.tsx";
import { generate, usualOptions } from "./generate.ts";
import type { GeneratorTabProps } from "./generator-tab.ts";
import { useGenerated } from "./use-generated.ts";
import "@mantine/core/styles/Switch.layer.css";
import styles from "./Generator.module.css";

const SETS = [
  ["uppercase", "Uppercase letters", "A-Z"],
  ["lowercase", "Lowercase letters", "a-z"],
  ["numbers", "Numbers", "0-9"],
  ["symbols", "Symbols", "!#$%"],
] as const;

export function GeneratorPassword(actions: GeneratorTabProps) {
  const [start] = useState(usualOptions);
  const { options, value, change, again } = useGenerated<GeneratorOptions>(start, generate);
  return (
    <GeneratorFrame
      one="password"
      value={value}
      none="Choose at least one kind of character"
      bits={passwordBits(options)}
      meter={<StrengthMeter password={value} hints={false} />}
      onAgain={again}
      {...actions}
    >
      <GeneratorRange label="Length" bounds={PASSWORD_LENGTH} value={options.length} onChange={(length) => change({ length })} />
      <div className={styles.sets}>
        {SETS.map(([set, label, sample]) => (
          <Switch
            key={set}
            checked={options[set]}
            onChange={(event) => change({ [set]: event.currentTarget.checked })}
            label={<Label text={label} sample={sample} />}
          />
        ))}
        <Switch
          checked={options.avoidLookAlikes ?? false}
          onChange={(event) => change({ avoidLookAlikes: event.currentTarget.checked })}
          label={<Label text="Avoid look-alikes" sample="Il1O0|" />}
        />
      </div>
      <div className={styles.minimums}>
        <Minimum
          label="Numbers, at least"
          disabled={!options.numbers}
          value={options.minNumbers ?? 1}
          onChange={(minNumbers) => change({ minNumbers })}
        />
        <Minimum
          label="Symbols, at least"
          disabled={!options.symbols}
          value={options.minSymbols ?? 1}
          onChange={(minSymbols) => change({ minSymbols })}
        />
      </div>
    </GeneratorFrame>
  );
}

const Label = ({ text, sample }: { text: string; sample: string }) => (
  <>
    {text} <span className={styles.sample}>{sample}</span>
  </>
);

interface MinimumProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** One of every chosen set is always there, so the fewest is one. */
function Minimum({ label, disabled, value, onChange }: MinimumProps) {
  return (
    <NumberInput
      label={label}
      size="xs"
      min={1}
      max={MINIMUM_COUNT.max}
      clampBehavior="strict"
      allowDecimal={false}
      disabled={disabled}
      value={value}
      onChange={(typed) => typeof typed === "number" && typed !== value && onChange(typed)}
    />
  );
}
