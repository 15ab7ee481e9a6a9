/** The estimate of a password while it is typed. */
import { useEffect, useState } from "react";
import { askEstimate, holdEstimator } from "./estimator.ts";
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";

/** Typing rests this long before it is asked. */
const REST_MS = 250;

/** Whether the user types on, or takes back what they typed: until the next answer the last one is near enough, and nothing flickers. */
const isTypedOn = (before: string, now: string): boolean => now !== "" && (now.startsWith(before) || before.startsWith(now));

/** @returns the latest answer, which may be about what was typed just before; null until there is one, and where workers cannot be started. */
export function useEstimate({ password, known }: EstimateQuestion): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const [asked, setAsked] = useState(password);
  if (asked !== password) {
    setAsked(password);
    if (!isTypedOn(asked, password)) setEstimate(null);
  }
  useEffect(() => holdEstimator(), []);
  const words = known.join("\n");
  useEffect(() => {
    if (password === "") return;
    let isCurrent = true;
    const ask = async () => {
      const found = await askEstimate({ password, known: words === "" ? [] : words.split("\n") });
      if (isCurrent && found !== null) setEstimate(found);
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, words]);
  return estimate;
}
