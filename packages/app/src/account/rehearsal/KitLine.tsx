/** When the recovery kit was last tried, and the way to try it: in Health, and among the settings. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { useRehearsals } from "../queries.ts";
import styles from "./KitLine.module.css";
import { triedText } from "./rehearsal-words.ts";

const RehearsalDialog = lazyComponent("dialog", async () => (await import("./RehearsalDialog.tsx")).RehearsalDialog);

export function KitLine() {
  const rehearsals = useRehearsals();
  const [opened, setOpened] = useState(false);
  if (rehearsals.isError) return <LoadFailed query={rehearsals}>When the recovery kit was last tried could not be found out</LoadFailed>;
  return (
    <>
      {/* Its line is kept until it is known. */}
      <p className={styles.tried}>{rehearsals.data ? triedText(rehearsals.data) : "\u00a0"}</p>
      <Button variant="default" onClick={() => setOpened(true)}>
        Try it now
      </Button>
      {opened && <RehearsalDialog onClose={() => setOpened(false)} />}
    </>
  );
}

/** With a heading of its own, among the other things of Health. */
export const KitInHealth = () => (
  <section className={styles.kit} aria-labelledby="kit-title">
    <h2 id="kit-title">Recovery kit</h2>
    <KitLine />
  </section>
);
