/** What you see, and what the server keeps of it, while you type. Nothing is sent: the words are sealed here, as those of a vault are. */
import { TextInput } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import styles from "./LiveSeal.module.css";
import { newSealer, type Sealer } from "./seal-sample.ts";

const FIELDS = ["Title", "Username", "Password"] as const;
const SAMPLE = ["GitHub", "ada@example.com", "vH8#kd92-Ptqz!LmW4"] as const;

export function LiveSeal() {
  const [words, setWords] = useState<readonly string[]>(SAMPLE);
  const sealed = useSealed(words);
  return (
    <section className={styles.live} aria-labelledby="live-title">
      <div className={styles.intro}>
        <h2 id="live-title">Type something. This is all we would get.</h2>
        <p>Encrypted with AES-256 in this page, under a key made just now. Nothing you type here is sent.</p>
      </div>
      <div className={styles.panes}>
        <div className={styles.pane}>
          <h3>What you see</h3>
          {FIELDS.map((label, index) => (
            <TextInput
              key={label}
              label={label}
              value={words[index] ?? ""}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              data-1p-ignore
              {...(label === "Password" ? { classNames: { input: "mono" } } : {})}
              onChange={({ currentTarget: { value } }) => setWords((before) => before.map((word, at) => (at === index ? value : word)))}
            />
          ))}
        </div>
        <IconArrowRight className={styles.arrow ?? ""} size={20} aria-hidden />
        <div className={styles.pane} data-sealed>
          <h3>What the server keeps</h3>
          <output className={styles.cipher} aria-live="off" data-testid="sealed">
            {sealed}
          </output>
        </div>
      </div>
    </section>
  );
}

/** @returns the words sealed; the last ones typed win. */
function useSealed(words: readonly string[]): string {
  const sealer = useRef<Promise<Sealer | null>>(null);
  const [sealed, setSealed] = useState("");
  useEffect(() => {
    let isLast = true;
    sealer.current ??= newSealer();
    void sealer.current
      .then((ready) => ready?.seal(words) ?? "Open this page over https to see it.")
      .then((text) => isLast && setSealed(text));
    return () => {
      isLast = false;
    };
  }, [words]);
  return sealed;
}
