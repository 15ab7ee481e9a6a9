/** The second line of the meter: how soon the password would be guessed by its patterns, and why. Without a colour: the score above has one. */

import { knownWords } from "@coffer/core/passwords/known-words";
import styles from "./StrengthEstimate.module.css";
import { estimateWords } from "./strength-estimate.ts";
import { useEstimate } from "./use-estimate.ts";

export function StrengthEstimate({
  password,
  email,
  username,
}: {
  password: string;
  email: string | undefined;
  username: string | undefined;
}) {
  const estimate = useEstimate({ password, known: knownWords(email, username) });
  return <p className={styles.estimate}>{estimate && password !== "" && estimateWords(estimate)}</p>;
}
