/** Verbs of the rehearsal of the recovery kit. */
import { useNavigate } from "react-router";
import { KitLine } from "../../rehearsal/KitLine.tsx";
import { RehearsalNote } from "../../rehearsal/RehearsalNote.tsx";
import { press, type VerbScreen } from "./verb-screen.ts";

/** The line comes with the next page. */
function NextPage() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate("/next")}>
        Next page
      </button>
      <RehearsalNote />
    </>
  );
}

export const REHEARSAL_VERBS: readonly VerbScreen[] = [
  { verb: "rehearsals", screen: <KitLine />, press: "Try again" },
  { verb: "recoveryCopy", screen: <KitLine />, way: () => press("Try it now"), press: "I have it here" },
  {
    verb: "rehearse",
    screen: <KitLine />,
    given: { recoveryCopy: async () => "copy" },
    way: async () => {
      await press("Try it now");
      await press("I have it here");
    },
    typed: { "Recovery key": "AAAA-BBBB" },
    press: "Try the key",
  },
  { verb: "putOffRehearsal", screen: <NextPage />, way: () => press("Next page"), press: "Later" },
];
