/** Which moment of the last year is looked at: a day and a time, or one press for the usual ones. */
import { VERSIONS_KEPT_DAYS } from "@coffer/core/constants";
import { Button, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import styles from "./TimeTravel.module.css";

const DAY_MS = 86_400_000;
const USUAL = [
  ["Yesterday", 1],
  ["A week ago", 7],
  ["A month ago", 30],
] as const;

const two = (number: number): string => String(number).padStart(2, "0");

/** As the browser's own fields have them, by the clock of this place. */
function partsOf(at: number): { day: string; time: string } {
  const date = new Date(at);
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  };
}

interface Props {
  /** The moment that is shown; null before the first. */
  readonly at: number | null;
  readonly onChoose: (at: number) => void;
}

export function MomentForm({ at, onChoose }: Props) {
  const [opened] = useState(() => Date.now());
  const [typed, type] = useState(() => partsOf(at ?? opened - DAY_MS));
  const [error, setError] = useState<string | null>(null);
  const choose = (moment: number): void => {
    type(partsOf(moment));
    setError(null);
    onChoose(moment);
  };
  const show = (): void => {
    const moment = new Date(`${typed.day}T${typed.time || "12:00"}`).getTime();
    const isInYear = moment <= Date.now() && moment >= Date.now() - VERSIONS_KEPT_DAYS * DAY_MS;
    setError(isInYear ? null : WHEN);
    if (isInYear) onChoose(moment);
  };
  // Nothing is saved by it: it is no form, but Enter shows.
  const onKeyDown = ({ key }: KeyboardEvent): void => void (key === "Enter" && show());
  const [first, last] = [partsOf(opened - VERSIONS_KEPT_DAYS * DAY_MS).day, partsOf(opened).day];
  return (
    <div className={styles.moment}>
      <fieldset className={styles.usual}>
        <legend className="visually-hidden">Usual moments</legend>
        {USUAL.map(([name, days]) => (
          <Button key={name} variant="default" size="compact-md" onClick={() => choose(Date.now() - days * DAY_MS)}>
            {name}
          </Button>
        ))}
      </fieldset>
      <div className={styles.typed}>
        <TextInput
          type="date"
          label="Day"
          min={first}
          max={last}
          value={typed.day}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : "moment-error"}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => type({ ...typed, day: value })}
        />
        <TextInput
          type="time"
          label="Time"
          value={typed.time}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => type({ ...typed, time: value })}
        />
        <Button onClick={show}>Show</Button>
      </div>
      {error !== null && (
        <p id="moment-error" role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}

const WHEN = "Choose a moment of the last year that has passed.";
