/**
 * Everything a list can be narrowed by, behind one button, and what is chosen as chips next to it: pressed, a chip is gone. Something is offered only where it would
 * leave some items and take some away.
 */
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import type { Vault } from "@coffer/core/items/item";
import { Box, Button, Menu } from "@mantine/core";
import { IconFilter2, IconX } from "@tabler/icons-react";
import { sortVaults } from "../item/find-items.ts";
import { Chip, ChipCount } from "./Chip.tsx";
import styles from "./Filter.module.css";
import { CHIP_NAMES, CHIPS, type Facets, isNarrowed, type ListView, NO_VAULT, PLAIN_VIEW } from "./list-view.ts";

export interface FilterProps {
  readonly view: ListView;
  readonly onChange: (view: ListView) => void;
  readonly facets: Facets;
  /** Items of the list before any filter. */
  readonly total: number;
  readonly vaults: readonly Vault[];
  /** False in the list of one vault. */
  readonly withVault: boolean;
}

/** One thing a list can be narrowed by. */
interface Choice {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  /** The view with it, or without it where it is on. */
  readonly turned: ListView;
}

interface Group {
  readonly name: string;
  /** Of these one at a time. */
  readonly isOne: boolean;
  readonly choices: readonly Choice[];
}

export function Filter(props: FilterProps) {
  const { view, onChange } = props;
  const groups = groupsOf(props);
  const chosen = groups.flatMap(({ choices }) => choices.filter(({ isOn }) => isOn));
  if (groups.length === 0) return null;
  return (
    <>
      <Menu position="bottom-start" width={232} closeOnItemClick={false}>
        <Menu.Target>
          <Chip>
            <IconFilter2 size={18} aria-hidden />
            Filter
          </Chip>
        </Menu.Target>
        <Menu.Dropdown>
          {/* What scrolls is reached by the keyboard too. */}
          <Box className={styles.menu} mah={DROPDOWN_MAX_HEIGHT_PX} role="group" aria-label="Filter" tabIndex={0}>
            {groups.map((group) => (
              <Entries key={group.name} group={group} onChange={onChange} />
            ))}
          </Box>
        </Menu.Dropdown>
      </Menu>
      {chosen.map(({ key, label, turned }) => (
        <Chip key={key} on aria-label={`Without the filter ${label}`} onClick={() => onChange(turned)}>
          <span className={styles.name}>{label}</span>
          <IconX size={16} aria-hidden />
        </Chip>
      ))}
      {isNarrowed(view) && chosen.length !== 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange({ ...PLAIN_VIEW, sort: view.sort })}>
          Clear filters
        </Button>
      )}
    </>
  );
}

function Entries({ group: { name, isOne, choices }, onChange }: { group: Group; onChange: FilterProps["onChange"] }) {
  return (
    <>
      <Menu.Label>{name}</Menu.Label>
      {choices.map(({ key, label, count, isOn, turned }) => (
        <Menu.CheckboxItem
          key={key}
          checked={isOn}
          onChange={() => onChange(turned)}
          closeMenuOnClick={isOne}
          rightSection={<ChipCount count={count} />}
        >
          {label}
        </Menu.CheckboxItem>
      ))}
    </>
  );
}

function groupsOf(props: FilterProps): readonly Group[] {
  const { view, facets, total } = props;
  const chips = CHIP_NAMES.map((chip) => {
    const isOn = view.chips.includes(chip);
    const left = isOn ? view.chips.filter((name) => name !== chip) : [...view.chips, chip];
    return { key: chip, label: CHIPS[chip], count: facets.chips[chip], isOn, turned: { ...view, chips: left } };
  });
  const tags = [...facets.tags].map(([tag, { name, count }]) => {
    const isOn = view.tag === tag;
    return { key: `tag ${tag}`, label: name, count, isOn, turned: { ...view, tag: isOn ? null : tag } };
  });
  const isUseful = ({ count, isOn }: Choice): boolean => isOn || (count > 0 && count < total);
  return [
    { name: "Show", isOne: false, choices: chips.filter(isUseful) },
    { name: "Vault", isOne: true, choices: props.withVault ? vaultsOf(props).filter(isUseful) : [] },
    { name: "Tag", isOne: true, choices: tags.filter(isUseful) },
  ].filter(({ choices }) => choices.length > 0);
}

function vaultsOf({ view, facets, vaults }: FilterProps): readonly Choice[] {
  const places = [...sortVaults(vaults), { id: NO_VAULT, name: "Unassigned" }];
  return places.map(({ id, name }) => {
    const isOn = view.vault === id;
    return { key: id, label: name, count: facets.vaults.get(id) ?? 0, isOn, turned: { ...view, vault: isOn ? null : id } };
  });
}
