/** The main places at the foot of a phone, in reach of a thumb; everything else is in the sidebar, which the last one opens. */
import { IconDots, IconHeartbeat, IconLayoutList, IconVault, IconWand } from "@tabler/icons-react";
import { NavLink } from "react-router";
import styles from "./BottomBar.module.css";
import { GeneratorMenu } from "./GeneratorMenu.tsx";

interface Props {
  readonly sidebarOpened: boolean;
  readonly onSidebar: () => void;
}

const PLACES = [
  ["/all-items", "Items", IconLayoutList],
  ["/vaults", "Vaults", IconVault],
] as const;
const HEALTH = ["/password-health", "Health", IconHeartbeat] as const;

export function BottomBar({ sidebarOpened, onSidebar }: Props) {
  return (
    <nav className={styles.bar} aria-label="Places">
      {PLACES.map((place) => (
        <Place key={place[0]} place={place} />
      ))}
      <GeneratorMenu position="top">
        {(toggle) => (
          <button type="button" className={styles.place} onClick={toggle}>
            <IconWand size={20} aria-hidden />
            Generate
          </button>
        )}
      </GeneratorMenu>
      <Place place={HEALTH} />
      <button type="button" className={styles.place} aria-controls="sidebar" aria-expanded={sidebarOpened} onClick={onSidebar}>
        <IconDots size={20} aria-hidden />
        More
      </button>
    </nav>
  );
}

const Place = ({ place: [to, label, Icon] }: { place: (typeof PLACES)[number] | typeof HEALTH }) => (
  <NavLink to={to} className={() => styles.place}>
    <Icon size={20} aria-hidden />
    {label}
  </NavLink>
);
