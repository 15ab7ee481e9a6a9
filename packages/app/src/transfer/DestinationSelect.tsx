/** Where rows go whose folder the file does not name: into no vault, into one of the user's own, or into a new one. */
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import { byCount, LOCALE, plural } from "@coffer/core/text";
import { hasOpenPlace } from "@coffer/core/transfer/candidate";
import { sourceOf } from "@coffer/core/transfer/sources";
import { Select } from "@mantine/core";
import { useContents } from "../vault/queries.ts";
import styles from "./DestinationSelect.module.css";
import { isOpenForChanges, type ReviewState } from "./import-state.ts";

/** As the select knows it: an empty value would be no choice. */
const NONE = "-";
const choiceOf = (folder: string): string => `=${folder}`;

export function DestinationSelect({ state, onPlace }: { state: ReviewState; onPlace: (folder: string) => void }) {
  const { data } = useContents();
  const { sourceId, review, place } = state;
  const { name, exact } = sourceOf(sourceId);
  const open = exact ? 0 : review.candidates.filter(hasOpenPlace).length;
  if (open === 0) return null;
  const own = [...new Set((data?.vaults ?? []).filter(({ isOwner, state }) => isOwner && state === "intact").map((vault) => vault.name))];
  const fresh = `Imported from ${name}`;
  const choices = [...own.toSorted((a, b) => a.localeCompare(b, LOCALE)), ...(own.includes(fresh) ? [] : [fresh])];
  return (
    <Select
      className={styles.place}
      label="Vault"
      description={byCount(
        open,
        `${plural(open, "item")} of this file has no folder. Where should it go?`,
        `${plural(open, "item")} of this file have no folder. Where should they go?`,
      )}
      data={[
        { value: NONE, label: "Unassigned" },
        ...choices.map((folder) => ({ value: choiceOf(folder), label: own.includes(folder) ? folder : `New vault: ${folder}` })),
      ]}
      value={place === "" ? NONE : choiceOf(place)}
      allowDeselect={false}
      searchable
      disabled={!isOpenForChanges(state)}
      maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
      onChange={(chosen) => onPlace(chosen === null || chosen === NONE ? "" : chosen.slice(1))}
    />
  );
}
