/** A question with two ways to go on: nothing is lost, or something is for good. */
import { type Way, WayChoice } from "./WayChoice.tsx";

type Text = Pick<Way<string>, "title" | "text">;

interface Props {
  readonly question: string;
  readonly keeps: Text;
  readonly loses: Text;
  /** Whether the second is chosen. */
  readonly isLosing: boolean;
  readonly onChoose: (isLosing: boolean) => void;
}

export const KeepOrLoseChoice = ({ question, keeps, loses, isLosing, onChoose }: Props) => (
  <WayChoice
    question={question}
    ways={[
      { value: "keep", ...keeps },
      { value: "lose", ...loses, isLoss: true },
    ]}
    chosen={isLosing ? "lose" : "keep"}
    onChoose={(value) => onChoose(value === "lose")}
  />
);
