/** Makes a random password. Every change of an option makes a new one; with no set of characters chosen there is none. */
import { DEFAULT_GENERATOR, type GeneratorOptions, PASSWORD_LENGTH as LENGTH } from "@coffer/core/passwords/generator";
import { ActionIcon, Button, NumberInput, Slider, Switch } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { CopyButton } from "./CopyButton.tsx";
import { generate, generateStrongPassword } from "./generate.ts";
import { SecretCharacters } from "./SecretText.tsx";
import { StrengthMeter } from "./StrengthMeter.tsx";
import "@mantine/core/styles/Slider.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "./generator.css";

const SETS = [
  ["uppercase", "Uppercase letters", "A-Z"],
  ["lowercase", "Lowercase letters", "a-z"],
  ["numbers", "Numbers", "0-9"],
  ["symbols", "Symbols", "!#$%"],
] as const;

/** @param onUse - takes the password into the form that opened the panel; without it there is no such button. */
export function GeneratorPanel({ onUse }: { onUse?: (password: string) => void }) {
  const [{ options, value }, setState] = useState(() => ({ options: DEFAULT_GENERATOR, value: generateStrongPassword() }));
  const regenerate = (next: GeneratorOptions) => setState({ options: next, value: generate(next) });
  const setLength = (length: number) => {
    const within = Math.min(LENGTH.max, Math.max(LENGTH.min, Math.round(length)));
    if (Number.isFinite(within) && within !== options.length) regenerate({ ...options, length: within });
  };
  return (
    <div className="generator">
      <output className="generator-value" aria-label="Generated password">
        {value === "" ? <span className="generator-none">Choose at least one kind of character</span> : <SecretCharacters value={value} />}
      </output>
      <StrengthMeter password={value} hints={false} />
      <div className="generator-length">
        <label htmlFor="generator-length">Length</label>
        <Slider
          className="generator-slider"
          size="sm"
          label={null}
          min={LENGTH.min}
          max={LENGTH.max}
          value={options.length}
          onChange={setLength}
          thumbLabel="Length"
        />
        <NumberInput
          id="generator-length"
          className="generator-number"
          size="sm"
          hideControls
          clampBehavior="blur"
          min={LENGTH.min}
          max={LENGTH.max}
          value={options.length}
          onChange={(typed) => typeof typed === "number" && typed >= LENGTH.min && setLength(typed)}
        />
      </div>
      <div className="generator-sets">
        {SETS.map(([set, label, sample]) => (
          <Switch
            key={set}
            checked={options[set]}
            onChange={(event) => regenerate({ ...options, [set]: event.currentTarget.checked })}
            label={
              <>
                {label} <span className="generator-sample">{sample}</span>
              </>
            }
          />
        ))}
      </div>
      <div className="generator-actions">
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Generate another password"
          title="Generate another"
          onClick={() => regenerate(options)}
        >
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
        {value !== "" && <CopyButton kind="button" value={() => value} label="Copy generated password" />}
        {onUse !== undefined && (
          <Button disabled={value === ""} onClick={() => onUse(value)}>
            Use
          </Button>
        )}
      </div>
    </div>
  );
}
