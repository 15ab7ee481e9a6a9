/** The last generated values on this device, each hidden until it is revealed. */
import type { GeneratedValue } from "@coffer/client";
import { shortDateTime } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { CopyButton } from "../CopyButton.tsx";
import { FieldRow } from "../FieldRow.tsx";
import { Loading } from "../Loading.tsx";
import { SecretText } from "../SecretText.tsx";
import { toast } from "../toast.ts";
import styles from "./Generator.module.css";

export function GeneratorHistory({ onBack }: { onBack: () => void }) {
  const { generated } = useClient();
  const [values, setValues] = useState<readonly GeneratedValue[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: readonly GeneratedValue[]) => {
      if (isCurrent) setValues(found);
    };
    // A history that cannot be read is as good as none.
    generated.list().then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [generated]);

  const clear = async () => {
    try {
      await generated.clear();
      setValues([]);
      toast.done("History cleared");
    } catch (error) {
      toast.failed(error, "Failed to clear the history");
    }
  };
  return (
    <div className={styles.frame}>
      {values === null && <Loading rows={2} />}
      {values?.length === 0 && <p className={styles.none}>Nothing has been generated on this device yet.</p>}
      {values && values.length > 0 && (
        <ul className={styles.history}>
          {values.map(({ value, at }) => (
            <li key={value}>
              <FieldRow
                label={shortDateTime(at)}
                actions={
                  <CopyButton
                    label={`Copy value of ${shortDateTime(at)}`}
                    copied={`Copied value of ${shortDateTime(at)}`}
                    value={() => value}
                  />
                }
              >
                <SecretText value={value} label={`value of ${shortDateTime(at)}`} />
              </FieldRow>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {values && values.length > 0 ? <ClearButton onClear={() => void clear()} /> : <span />}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}

/** Asks in its own place: the panel would close if the question stood outside it. */
function ClearButton({ onClear }: { onClear: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <Button variant="subtle" color="red" onClick={asked ? onClear : () => setAsked(true)} onBlur={() => setAsked(false)}>
      {asked ? "Press again to clear" : "Clear history"}
    </Button>
  );
}
