/** After access was taken back: which passwords to change, since what was read may have been kept. */
import { plural } from "@coffer/core/text";
import { CloseButton } from "@mantine/core";
import { Note } from "../ui/Note.tsx";
import { PasswordLinks } from "../vault/people/PasswordLinks.tsx";
import { useKnownPasswords } from "./known-passwords.ts";

export function KnownPasswords() {
  const { known, dismiss } = useKnownPasswords();
  return known.map(({ person, passwords }) => (
    <Note
      key={person}
      tone="warning"
      label={`Change what ${person} knew`}
      close={<CloseButton aria-label={`Close what ${person} knew`} onClick={() => dismiss(person)} />}
    >
      <p>{`${person} can no longer open it, but could read ${plural(passwords.length, "password")} of yours before. Change if that matters:`}</p>
      <PasswordLinks passwords={passwords} />
    </Note>
  ));
}
