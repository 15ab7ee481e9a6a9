/** How a rehearsal of the recovery kit ended, and what to do now: nothing, try another page, or make a new kit while that is still possible. */
import type { RehearsalResult } from "@coffer/client";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { FormButtons } from "../../ui/form/Form.tsx";
import styles from "./RehearsalDialog.module.css";
import { wrongText } from "./rehearsal-words.ts";

/** `none`: there is no paper to try. */
export type Ended =
  | { readonly at: "none" }
  | { readonly at: "tried"; readonly result: Exclude<RehearsalResult, { readonly is: "mistyped" }> };

interface Props {
  readonly end: Ended;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

export function RehearsalEnd({ end, onAgain, onClose }: Props) {
  if (end.at === "tried" && end.result.is !== "another") return <Works result={end.result} onClose={onClose} />;
  return (
    <>
      {end.at === "tried" ? (
        <Words title="This is not the key of this account">
          <p>{wrongText(end.result.is === "another" && end.result.isRenewed)}</p>
          <p>If you have no other page, make a new kit now, while you are signed in. Nothing has changed so far.</p>
        </Words>
      ) : (
        <Words title="Make a new kit now">
          <p>
            While you are signed in you can make a new recovery key and print a new page. Once the master password is forgotten, nothing
            opens your vault without one.
          </p>
        </Words>
      )}
      <FormButtons>
        <Button variant="default" onClick={onAgain}>
          Try again
        </Button>
        <Button component={Link} to="/settings#recovery-key" onClick={onClose}>
          Make a new kit
        </Button>
      </FormButtons>
    </>
  );
}

function Works({
  result,
  onClose,
}: {
  result: { readonly is: "right" } | { readonly is: "right, not noted"; readonly cause: unknown };
  onClose: () => void;
}) {
  return (
    <>
      <Words title="Your kit works" picture={<CofferPicture state="key" />}>
        <p>
          {result.is === "right"
            ? "Next rehearsal in three months. Put the page back where only you can reach it."
            : `Only the date could not be saved, so you may be asked again sooner. ${messageOf(result.cause, "")}`}
        </p>
      </Words>
      <FormButtons>
        <Button onClick={onClose}>Done</Button>
      </FormButtons>
    </>
  );
}

/** Takes the focus, as what had it is gone, and is read aloud by it. */
function Words({ title, picture, children }: { title: string; picture?: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.end}>
      {picture}
      <h3>{title}</h3>
      {children}
    </div>
  );
}
