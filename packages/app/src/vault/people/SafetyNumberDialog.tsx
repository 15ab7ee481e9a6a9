/** The number that two people compare to know that no one is between them, and what this account knows of the other's key. */
import type { FoundPerson } from "@coffer/client";
import { Button } from "@mantine/core";
import { Dialog } from "../../frame/Dialog.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { FormButtons } from "../../ui/form/Form.tsx";
import { toast } from "../../ui/toast.ts";
import { usePerson, useTrust } from "./queries.ts";
import styles from "./SafetyNumberDialog.module.css";

/** Our own texts alone: a dialog about security shows nothing that a server says (security design §8). */
const WORDS: Readonly<Record<FoundPerson["known"], string>> = {
  new: "You have not shared with this person before. Compare the number below by phone or in person. If you both see the same one, no one is listening in.",
  unverified: "You have not compared this number yet. Do it by phone or in person. If you both see the same one, no one is listening in.",
  verified: "You have compared this number before, and it is still the same.",
  changed:
    "This person's security key has changed. They may have started over with an empty vault, or someone may be listening in. Don't share anything until you have compared the number by phone or in person.",
};

export function SafetyNumberDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const person = usePerson(email);
  return (
    <Dialog onClose={onClose} title={person.data?.known === "changed" ? "Security key changed" : "Safety number"}>
      {person.isError ? (
        <ErrorNote>{messageOf(person.error, "Failed to load the safety number")}</ErrorNote>
      ) : (
        <Comparing email={email} person={person.data ?? null} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** As long as a number is; no one sees it. */
const NO_NUMBER = Array(12).fill("00000").join(" ");

/** @param person - null while it is asked who that is: everything already has its place. */
function Comparing({ email, person, onClose }: { email: string; person: FoundPerson | null; onClose: () => void }) {
  const trust = useTrust();
  const known = person?.known ?? "unverified";
  const confirm = async () => {
    if (!person) return;
    try {
      await trust.mutateAsync({ person });
      toast.done("Safety number verified");
      onClose();
    } catch (error) {
      toast.failed(error, "Failed to save");
    }
  };
  return (
    <div className={styles.body} data-waiting={person === null || undefined}>
      {person === null && <span role="status" aria-label="Loading" className="visually-hidden" />}
      <p className={styles.email}>{person?.email ?? email}</p>
      <p data-changed={known === "changed" || undefined} className={styles.words}>
        {WORDS[known]}
      </p>
      <p className={styles.number} data-testid={person ? "safety-number" : undefined}>
        {(person?.safetyNumber ?? NO_NUMBER).split(" ").map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal, and none of them moves
          <span key={at}>{group} </span>
        ))}
      </p>
      <FormButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {known !== "verified" && (
          <Button disabled={!person} loading={trust.isPending} color={known === "changed" ? "red" : "green"} onClick={() => void confirm()}>
            The numbers are the same
          </Button>
        )}
      </FormButtons>
    </div>
  );
}
