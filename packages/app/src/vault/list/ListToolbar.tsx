/** Above a list: chips that narrow it, how it is sorted, and how it looks. A chip is offered only where it would leave some items and take some away. */

import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import type { Vault } from "@coffer/core/items/item";
import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconArrowsSort,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconChevronDown,
  IconLayoutGrid,
  IconList,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useDeviceSetting } from "../../frame/device-setting.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
import { sortVaults } from "../item/find-items.ts";
import { NoteTextsButton } from "../tiles/NoteTextsButton.tsx";
import { Chip, ChipCount } from "./Chip.tsx";
import styles from "./ListToolbar.module.css";
import { CHIP_NAMES, CHIPS, type Facets, isNarrowed, type ListView, NO_VAULT, PLAIN_VIEW, SORT_NAMES, SORTS } from "./list-view.ts";
import { DENSITY, LAYOUT } from "./use-list-view.tsx";

interface Props {
  readonly view: ListView;
  readonly onChange: (view: ListView) => void;
  readonly facets: Facets;
  /** Items of the list before any chip. */
  readonly total: number;
  readonly vaults: readonly Vault[];
  /** False in the list of one vault. */
  readonly withVault: boolean;
  /** Whether the list is tiles or lines as the person chose; false where it is always lines. */
  readonly withLayout: boolean;
  /** Its tiles say what is in them. */
  readonly saysText: boolean;
}

export function ListToolbar(props: Props) {
  const { view, onChange, facets, total } = props;
  const narrow = useNarrow();
  const useful = (count: number | undefined): boolean => count !== undefined && count > 0 && count < total;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Filter and sort">
      <div className={styles.chips}>
        {props.withVault && <VaultChip {...props} />}
        {(facets.tags.size > 0 || view.tag !== null) && <TagChip {...props} />}
        {CHIP_NAMES.filter((chip) => useful(facets.chips[chip]) || view.chips.includes(chip)).map((chip) => {
          const on = view.chips.includes(chip);
          const chips = on ? view.chips.filter((name) => name !== chip) : [...view.chips, chip];
          return (
            <Chip key={chip} aria-pressed={on} onClick={() => onChange({ ...view, chips })}>
              {CHIPS[chip]} <ChipCount count={facets.chips[chip]} />
            </Chip>
          );
        })}
        {isNarrowed(view) && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange({ ...PLAIN_VIEW, sort: view.sort })}>
            Clear filters
          </Button>
        )}
      </div>
      <div className={styles.look}>
        <SortMenu {...props} />
        {props.saysText && <NoteTextsButton />}
        {!narrow && <LookButtons withLayout={props.withLayout} />}
      </div>
    </div>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

function VaultChip({ view, onChange, facets, vaults }: Props) {
  const named = sortVaults(vaults).map(({ id, name }) => ({ value: id, label: name, count: facets.vaults.get(id) ?? 0 }));
  const choices = [...named, { value: NO_VAULT, label: "Unassigned", count: facets.vaults.get(NO_VAULT) ?? 0 }];
  const offered = choices.filter(({ value, count }) => count > 0 || value === view.vault);
  if (offered.length < 2 && view.vault === null) return null;
  return <ChoiceChip none="All vaults" choices={offered} value={view.vault} onChoose={(vault) => onChange({ ...view, vault })} />;
}

function TagChip({ view, onChange, facets }: Props) {
  const choices = [...facets.tags].map(([value, { name, count }]) => ({ value, label: name, count }));
  return <ChoiceChip none="All tags" choices={choices} value={view.tag} onChoose={(tag) => onChange({ ...view, tag })} />;
}

/** Means "none chosen"; no vault's id and no tag is empty. */
const ALL = "";

interface ChoiceChipProps {
  readonly none: string;
  readonly choices: readonly Choice[];
  readonly value: string | null;
  readonly onChoose: (value: string | null) => void;
}

function ChoiceChip({ none, choices, value, onChoose }: ChoiceChipProps) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Menu position="bottom-start" width={232}>
      <Menu.Target>
        <Chip on={chosen !== undefined}>
          <span className={styles.name}>{chosen?.label ?? none}</span>
          <IconChevronDown size={18} aria-hidden />
        </Chip>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu} mah={DROPDOWN_MAX_HEIGHT_PX}>
        <Menu.RadioGroup value={value ?? ALL} onChange={(next) => onChoose(next === ALL ? null : next)}>
          <ChoiceItem value={ALL} label={none} />
          {choices.map((choice) => (
            <ChoiceItem key={choice.value} {...choice} />
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

const ChoiceItem = ({ value, label, count }: Omit<Choice, "count"> & { readonly count?: number }): ReactNode => (
  <Menu.RadioItem value={value} closeMenuOnClick rightSection={count !== undefined && <ChipCount count={count} />}>
    {label}
  </Menu.RadioItem>
);

function SortMenu({ view, onChange }: Props) {
  return (
    <Menu position="bottom-end" width={184}>
      <Menu.Target>
        <Chip quiet aria-label={`Sort by: ${SORTS[view.sort].label}`}>
          <IconArrowsSort size={18} aria-hidden />
          <span className={styles.sort}>{SORTS[view.sort].label}</span>
        </Chip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={view.sort}
          onChange={(next) => onChange({ ...view, sort: SORT_NAMES.find((name) => name === next) ?? view.sort })}
        >
          {SORT_NAMES.map((sort) => (
            <ChoiceItem key={sort} value={sort} label={SORTS[sort].label} />
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

function LookButtons({ withLayout }: { withLayout: boolean }) {
  const [layout, setLayout] = useDeviceSetting(LAYOUT);
  const [density, setDensity] = useDeviceSetting(DENSITY);
  const lines = !withLayout || layout === "list";
  const compact = density === "compact";
  return (
    <>
      {withLayout && (
        <LookButton label={lines ? "Show as tiles" : "Show as list"} onClick={() => setLayout(lines ? "grid" : "list")}>
          {lines ? <IconLayoutGrid size={18} aria-hidden /> : <IconList size={18} aria-hidden />}
        </LookButton>
      )}
      {lines && (
        <LookButton label={compact ? "Comfortable rows" : "Compact rows"} onClick={() => setDensity(compact ? "cozy" : "compact")}>
          {compact ? <IconBaselineDensityMedium size={18} aria-hidden /> : <IconBaselineDensitySmall size={18} aria-hidden />}
        </LookButton>
      )}
    </>
  );
}

const LookButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} title={label} onClick={onClick}>
    {children}
  </ActionIcon>
);
