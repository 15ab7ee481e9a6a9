/** Above a list: what narrows it, how it is sorted, and how it looks. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowsSort, IconBaselineDensityMedium, IconBaselineDensitySmall, IconLayoutGrid, IconList } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { useDeviceSetting } from "../../frame/device-setting.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
import { NoteTextsButton } from "../tiles/NoteTextsButton.tsx";
import { Chip } from "./Chip.tsx";
import { Filter, type FilterProps } from "./Filter.tsx";
import styles from "./ListToolbar.module.css";
import { SORT_NAMES, SORTS } from "./list-view.ts";
import { DENSITY, LAYOUT } from "./use-list-view.tsx";

interface Props extends FilterProps {
  /** Whether the list is tiles or lines as the person chose; false where it is always lines. */
  readonly withLayout: boolean;
  /** Its tiles say what is in them. */
  readonly saysText: boolean;
}

/** Nothing of it changes with a letter of a search. */
export const ListToolbar = memo(function ListToolbar(props: Props) {
  const narrow = useNarrow();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Filter and sort">
      <div className={styles.chips}>
        <Filter {...props} />
      </div>
      <div className={styles.look}>
        <SortMenu {...props} />
        {props.saysText && <NoteTextsButton />}
        {!narrow && <LookButtons withLayout={props.withLayout} />}
      </div>
    </div>
  );
});

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
            <Menu.RadioItem key={sort} value={sort} closeMenuOnClick>
              {SORTS[sort].label}
            </Menu.RadioItem>
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
