/** The passkeys of a login: for which site and account each is, and since when. One that was removed can be returned for a while. */
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { titleOf } from "@coffer/core/items/item";
import { isPasskeyOver, type Passkey, readPasskeys, withPasskeyState } from "@coffer/core/items/passkeys";
import { shortDate } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { FieldRow } from "../../ui/FieldRow.tsx";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { useSaveItem } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";
import { FieldNote } from "./FieldNote.tsx";
import styles from "./PasskeyRows.module.css";
import type { ShownField } from "./shown-field.ts";

export function PasskeyRows({ value, ...rest }: ShownField) {
  const passkeys = readPasskeys(value).filter((passkey) => !isPasskeyOver(passkey, Date.now()));
  return passkeys.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} {...rest} />);
}

function PasskeyRow({ passkey, item, onEditWith }: Omit<ShownField, "value"> & { passkey: Passkey }) {
  const { setState, isSaving } = useStateOf(item, passkey);
  const { rpId, state } = passkey;
  const isRemoved = state === "removed";
  const mayChange = item.state === "intact" && onEditWith !== undefined;
  return (
    <FieldRow
      label="Passkey"
      actions={
        mayChange &&
        VERBS[state].map(({ verb, spoken, next }) => (
          <Button
            key={verb}
            variant="subtle"
            size="compact-sm"
            disabled={isSaving}
            aria-label={spoken(rpId, titleOf(item))}
            onClick={() => void setState(next)}
          >
            {verb}
          </Button>
        ))
      }
      below={<FieldNote>{noteOf(passkey)}</FieldNote>}
    >
      <span className={isRemoved ? styles.removed : undefined}>{rpId}</span>
    </FieldRow>
  );
}

type State = Passkey["state"];

interface Verb {
  readonly verb: string;
  readonly spoken: (site: string, title: string) => string;
  readonly next: State;
}

const REMOVE: Verb = { verb: "Remove", spoken: (site, title) => `Remove the passkey for ${site} of ${title}`, next: "removed" };
const SHOW: Verb = { verb: "Show again", spoken: (site, title) => `Show again the passkey for ${site} of ${title}`, next: "kept" };
const RETURN: Verb = { verb: "Return", spoken: (site, title) => `Return the passkey for ${site} of ${title}`, next: "kept" };
const VERBS: Readonly<Record<State, readonly Verb[]>> = {
  kept: [REMOVE],
  unconfirmed: [REMOVE],
  hidden: [SHOW, REMOVE],
  removed: [RETURN],
};

/** What is said of it: whose it is, since when, and what is unusual about it. */
function noteOf({ name, displayName, at, state, since, why }: Passkey): string {
  const account = name || displayName;
  // Brought along from a file that does not say when.
  const isKnown = at !== 0;
  const ofAccount = isKnown ? `${account}, added ${shortDate(at)}.` : `${account}, added at a time that is not known.`;
  const alone = isKnown ? `Added ${shortDate(at)}.` : "Added at a time that is not known.";
  const day = shortDate(since);
  const more: Record<Passkey["state"], string> = {
    kept: "",
    unconfirmed: "The site may not know it: it did not hear of it in time.",
    hidden:
      why === "not accepted"
        ? `The site does not accept it for this account any more. Hidden ${day}: it is not offered there.`
        : `The site says it does not know it any more. Hidden ${day}: it is not offered there.`,
    removed: `Removed ${day}, gone for good on ${shortDate(since + DELETED_KEPT_MS)}.`,
  };
  return [account ? ofAccount : alone, more[state]].filter(Boolean).join(" ");
}

/** Saves the login with another state of one of its passkeys, which can be taken back. */
function useStateOf(item: ShownField["item"], { id, rpId, state: before }: Passkey) {
  const { mutateAsync, isPending } = useSaveItem();
  const said = useOutcomeText();
  const save = async (base: ShownField["item"], state: Passkey["state"]) => {
    const { kind, categoryId, favourite, fields } = base;
    const changed = { ...fields, x_passkeys: withPasskeyState(fields.x_passkeys ?? "", id, state, Date.now()) };
    return (await mutateAsync({ base, draft: { kind, categoryId, favourite, fields: changed } })).item;
  };
  const setState = async (state: Passkey["state"]): Promise<void> => {
    const done = state === "removed" ? "Passkey removed" : "Passkey returned";
    try {
      const saved = await save(item, state);
      const takeBack = async () => void (await save(saved, before));
      offerUndo(said([item.id], done), {
        label: state === "removed" ? `remove the passkey for ${rpId}` : `return the passkey for ${rpId}`,
        takeBack,
        back: () => said([item.id], "The passkey is as it was"),
        failed: FAILED,
      });
    } catch (error) {
      toast.failed(error, FAILED);
    }
  };
  return { setState, isSaving: isPending };
}

const FAILED = "Could not change the passkey";
