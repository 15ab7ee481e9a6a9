/** A whole number within bounds, by a slider and by typing it. */
import { NumberInput, Slider } from "@mantine/core";
import { useId } from "react";
import "@mantine/core/styles/Slider.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import styles from "./Generator.module.css";

interface Props {
  readonly label: string;
  readonly bounds: { readonly min: number; readonly max: number };
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function GeneratorRange({ label, bounds: { min, max }, value, onChange }: Props) {
  const id = useId();
  const set = (wanted: number) => {
    const within = Math.min(max, Math.max(min, Math.round(wanted)));
    if (Number.isFinite(within) && within !== value) onChange(within);
  };
  return (
    <div className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <Slider className={styles.slider} size="sm" label={null} min={min} max={max} value={value} onChange={set} thumbLabel={label} />
      <NumberInput
        id={id}
        className={styles.number}
        size="sm"
        hideControls
        clampBehavior="blur"
        min={min}
        max={max}
        value={value}
        onChange={(typed) => typeof typed === "number" && typed >= min && set(typed)}
      />
    </div>
  );
}
