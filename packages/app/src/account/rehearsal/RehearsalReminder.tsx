/** Loads the line that asks to try the recovery kit, once a page has been open for a while: nothing waits for it, and nothing is said where it does not come. */
import { type ComponentType, useEffect, useState } from "react";

/** After the list, and after Health has looked. */
const QUIET_MS = 8_000;

/** @param quietMs - shorter in tests */
export function RehearsalReminder({ quietMs = QUIET_MS }: { readonly quietMs?: number }) {
  const [Shown, setShown] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      import("./RehearsalNote.tsx").then(
        ({ RehearsalNote }) => setShown(() => RehearsalNote),
        () => undefined,
      );
    const timer = setTimeout(load, quietMs);
    return () => clearTimeout(timer);
  }, [quietMs]);
  return Shown && <Shown />;
}
