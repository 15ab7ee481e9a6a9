/** Before a shared vault is deleted: what becomes of the items in it that others made, person by person. */
import type { DecisionOnItems, ItemsByPerson } from "@coffer/client";
import { byCount, plural } from "@coffer/core/text";
import { useEffect, useRef } from "react";
import { type Way, WayChoice } from "../../ui/form/WayChoice.tsx";

export type Decided = Readonly<Record<string, DecisionOnItems | undefined>>;

interface Props {
  readonly left: readonly ItemsByPerson[];
  /** Whether the vault's items are deleted with it. */
  readonly isLosing: boolean;
  readonly decided: Decided;
  readonly onDecide: (decided: Decided) => void;
}

/** Comes after a press, so it takes the focus. */
export function OthersChoice({ left, isLosing, decided, onDecide }: Props) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return left.map((person, index) => (
    <WayChoice
      key={person.personId}
      question={questionAbout(person)}
      ways={waysFor(person, isLosing)}
      chosen={decided[person.personId] ?? null}
      onChoose={(value) => onDecide({ ...decided, [person.personId]: value })}
      firstRef={index === 0 ? first : undefined}
    />
  ));
}

const questionAbout = ({ email, count }: ItemsByPerson): string =>
  byCount(
    count,
    `${plural(count, "item")} in it was made by ${email}. What should happen to it?`,
    `${plural(count, "item")} in it were made by ${email}. What should happen to them?`,
  );

/** Of one item. */
const IT = {
  back: (email: string) => `Only ${email} has it then.`,
  losing: "Delete it too",
  lost: (email: string) => `It is deleted together with the vault, and ${email} has it no longer.`,
  kept: (email: string) => `It is yours then, and ${email} has it no longer.`,
  copied: (email: string) => `You and ${email} both have it then.`,
};

/** Of several. */
const THEM: typeof IT = {
  back: (email) => `Only ${email} has them then.`,
  losing: "Delete them too",
  lost: (email) => `They are deleted together with the vault, and ${email} has them no longer.`,
  kept: (email) => `They are yours then, and ${email} has them no longer.`,
  copied: (email) => `You and ${email} both have them then.`,
};

/** What fits the other choice: what is deleted with the vault is not copied. */
export function waysFor({ email, count }: ItemsByPerson, isLosing: boolean): readonly Way<DecisionOnItems>[] {
  const words = count === 1 ? IT : THEM;
  const back: Way<DecisionOnItems> = { value: "give-back", title: "Give back", text: words.back(email) };
  if (isLosing) return [back, { value: "keep", title: words.losing, text: words.lost(email), isLoss: true }];
  return [
    back,
    { value: "keep", title: "Keep", text: words.kept(email) },
    { value: "copy", title: "Keep a copy and give back", text: words.copied(email) },
  ];
}
