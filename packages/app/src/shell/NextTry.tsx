/** Says in how many seconds the server is asked again by itself. Not read aloud: it changes every second. */
import { plural } from "@coffer/core/text";
import { useEffect, useState } from "react";

const SECOND_MS = 1_000;

/** @param at - milliseconds since 1970; null where nothing is asked. */
export function NextTry({ at, className }: { readonly at: number | null; readonly className?: string | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  if (at === null) return null;
  const seconds = Math.max(1, Math.ceil((at - now) / SECOND_MS));
  return <p className={className} aria-live="off">{`Trying again by itself in ${plural(seconds, "second")}.`}</p>;
}
