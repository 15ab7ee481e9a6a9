/** What went wrong with a form. Takes the focus, so that it is the next thing read. */
import { useEffect, useRef } from "react";
import { ErrorNote } from "../ui/ErrorNote.tsx";

/** @param takesFocus - false where a field must keep it, because typing goes on at once. */
export function Problem({ problem, takesFocus = true }: { problem: string | null; takesFocus?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null && takesFocus) place.current?.focus();
  }, [problem, takesFocus]);
  if (problem === null) return null;
  return (
    <div ref={place} tabIndex={-1} className="account-problem">
      <ErrorNote>{problem}</ErrorNote>
    </div>
  );
}
