/** One group of the sidebar: links to pages and entries that open a dialog. The additive group folds away under its heading. */
import { SETTINGS_OF_DEVICE } from "@coffer/core/device/settings";
import { IconChevronDown } from "@tabler/icons-react";
import { useId } from "react";
import { NavLink } from "react-router";
import { useDeviceSetting } from "../frame/device-setting.ts";
import type { MenuSection } from "../frame/sidebar-order.ts";
import { MENU_DIALOGS, openDialog } from "./menu-dialogs.tsx";
import styles from "./SidebarGroup.module.css";
import { SIDEBAR_COUNTS } from "./sidebar-counts.ts";

const UNFOLDED = SETTINGS_OF_DEVICE.sidebarLibrary;

/** @param onFollow - called with every click that leads somewhere. */
export function SidebarGroup({ section, onFollow }: { section: MenuSection; onFollow: () => void }) {
  const { heading, folds, links, dialogs } = section;
  const [unfolded, setUnfolded] = useDeviceSetting(UNFOLDED);
  const id = useId();
  const open = !folds || unfolded === "on";
  return (
    <div className={styles.group}>
      {heading !== null && (
        <h2 className={styles.heading}>
          {folds ? (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setUnfolded(open ? "off" : "on")}
            >
              {heading}
              <IconChevronDown size={18} aria-hidden />
            </button>
          ) : (
            heading
          )}
        </h2>
      )}
      <ul id={id} hidden={!open}>
        {links.map(({ to, entry: { label, icon: Icon } }) => {
          const Count = SIDEBAR_COUNTS[to];
          return (
            <li key={to}>
              <NavLink to={to} className={() => styles.link} onClick={onFollow}>
                <Icon size={20} aria-hidden />
                {label}
                {Count && <Count />}
              </NavLink>
            </li>
          );
        })}
        {dialogs.map((dialog) => {
          const { label, icon: Icon } = MENU_DIALOGS[dialog].menu;
          return (
            <li key={dialog}>
              <button
                type="button"
                className={styles.link}
                onClick={() => {
                  onFollow();
                  openDialog(dialog);
                }}
              >
                <Icon size={20} aria-hidden />
                {label}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
