/** Before a shared vault is deleted: what becomes of the items in it that others made, person by person. */
import type { DecisionOnItems, ItemsByPerson } from "@coffer/client";
import { plural } from "@coffer/core/text";
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
  `${plural(count, "item")} in it ${count === 1 ? "was" : "were"} made by ${email}. What should happen to ${count === 1 ? "it" : "them"}?`;

/** What fits the other choice: what is deleted with the vault is not copied. */
export function waysFor({ email, count }: ItemsByPerson, isLosing: boolean): readonly Way<DecisionOnItems>[] {
  const [them, theyAre] = count === 1 ? ["it", "It is"] : ["them", "They are"];
  const gone = `and ${email} has ${them} no longer.`;
  const back: Way<DecisionOnItems> = { value: "give-back", title: "Give back", text: `Only ${email} has ${them} then.` };
  if (isLosing)
    return [
      back,
      { value: "keep", title: `Delete ${them} too`, text: `${theyAre} deleted together with the vault, ${gone}`, isLoss: true },
    ];
  return [
    back,
    { value: "keep", title: "Keep", text: `${theyAre} yours then, ${gone}` },
    { value: "copy", title: "Keep a copy and give back", text: `You and ${email} both have ${them} then.` },
  ];
}
