/** The main navigation: beside the page from 1024 px on, over it below. */
import { Fragment, useEffect, useRef } from "react";
import { Brand } from "../frame/Brand.tsx";
import { useSession } from "../frame/client-context.tsx";
import { type ListedPage, menuFor } from "../frame/menu.ts";
import { FirstSteps } from "../vault/begin/FirstSteps.tsx";
import { useContents } from "../vault/queries.ts";
import styles from "./Sidebar.module.css";
import { SidebarGroup } from "./SidebarGroup.tsx";
import { SidebarTags } from "./SidebarTags.tsx";
import { SidebarVaults } from "./SidebarVaults.tsx";

interface Props {
  /** The pages it lists. */
  readonly routes: readonly ListedPage[];
  /** Whether it lies over the page. */
  readonly overlay: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function Sidebar({ routes, overlay, opened, onClose }: Props) {
  const session = useSession();
  const nav = useRef<HTMLElement>(null);
  const shown = overlay && opened;
  useEffect(() => {
    if (!shown) return;
    const before = document.activeElement;
    nav.current?.querySelector("a")?.focus();
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    window.addEventListener("keydown", closeOnEscape);
    return () => {
      window.removeEventListener("keydown", closeOnEscape);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [shown, onClose]);
  // Until it is known whose it is, its place is kept: nothing beside it jumps when it comes.
  if (session === null) return <div className={styles.sidebar} data-overlay={overlay || undefined} />;
  const sections = menuFor(routes, session.permissions);
  const onFollow = (): void => {
    if (overlay) onClose();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same from anywhere */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only closes what lies above it */}
      {shown && <div className={styles.scrim} onClick={onClose} data-testid="sidebar-backdrop" />}
      <nav
        ref={nav}
        id="sidebar"
        aria-label="Main"
        className={styles.sidebar}
        data-overlay={overlay || undefined}
        data-opened={(overlay && opened) || undefined}
        inert={overlay && !opened}
      >
        <div className={styles.brand}>
          <Brand to="/vaults" />
        </div>
        {sections
          .filter(({ pinned }) => !pinned)
          .map((section) => (
            <Fragment key={section.name}>
              <SidebarGroup section={section} onFollow={onFollow} />
              {section.name === "library" && <Collections onFollow={onFollow} />}
            </Fragment>
          ))}
        <div className={styles.steps}>{!overlay && <Steps />}</div>
        <div className={styles.foot}>
          {sections
            .filter(({ pinned }) => pinned)
            .map((section) => (
              <SidebarGroup key={section.name} section={section} onFollow={onFollow} />
            ))}
        </div>
      </nav>
    </>
  );
}

/** Where the sidebar lies over the page they are on the page of the vaults. */
function Steps() {
  const { data: contents } = useContents();
  return contents ? <FirstSteps contents={contents} inSidebar /> : null;
}

const Collections = ({ onFollow }: { onFollow: () => void }) => (
  <>
    <SidebarVaults onFollow={onFollow} />
    <SidebarTags onFollow={onFollow} />
  </>
);
