/** The main navigation: next to the page from 1024 px on, over it on narrower windows. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Brand } from "../frame/Brand.tsx";
import { useSession } from "../frame/client-context.tsx";
import { type ListedPage, type MenuSection, menuFor } from "../frame/sidebar-order.ts";
import { useEscape } from "../frame/use-escape.ts";
import { FirstSteps } from "../vault/getting-started/FirstSteps.tsx";
import { useContents, useContentsAround } from "../vault/queries.ts";
import styles from "./Sidebar.module.css";
import { SidebarGroup } from "./SidebarGroup.tsx";
import { SidebarTags } from "./SidebarTags.tsx";
import { SidebarVaults } from "./SidebarVaults.tsx";

interface Props {
  /** The pages it lists. */
  readonly routes: readonly ListedPage[];
  /** Whether it covers the page. */
  readonly overlay: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function Sidebar({ routes, overlay, opened, onClose }: Props) {
  const session = useSession();
  const nav = useRef<HTMLElement>(null);
  const shown = overlay && opened;
  useFocusWhileOver(nav, shown);
  useEscape(shown, onClose);
  // Until it is known whose it is, its place is kept: nothing next to it jumps when it comes.
  if (session === null) return <div className={styles.sidebar} data-overlay={overlay || undefined} />;
  const sections = menuFor(routes, session.permissions);
  const onFollow = (): void => {
    if (overlay) onClose();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same from anywhere */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only closes what is above it */}
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
        <Sections nav={nav} sections={sections.filter(({ pinned }) => !pinned)} onFollow={onFollow} />
        <div className={styles.foot} data-pinned>
          {!overlay && <Steps />}
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

/**
 * Vaults and tags come below the library. Where there is room only what is above the rest scrolls, so that all of the rest is in sight; in a low window everything
 * scrolls, and what is below vaults and tags waits a moment for them, so that it does not jump.
 */
function Sections({ nav, sections, onFollow }: { nav: Nav; sections: readonly MenuSection[]; onFollow: () => void }) {
  const { isError } = useContents();
  const isPending = useContentsAround() === undefined && !isError;
  useOwnEntryInSight(nav, isPending);
  const upTo = sections.findIndex(({ name }) => name === "library") + 1;
  const groups = (some: readonly MenuSection[]) => some.map((section) => <SidebarGroup key={section.name} {...{ section, onFollow }} />);
  return (
    <>
      <div className={styles.upper}>
        {groups(sections.slice(0, upTo))}
        <SidebarVaults onFollow={onFollow} />
        <SidebarTags onFollow={onFollow} />
      </div>
      <div className={styles.lower} data-late={isPending || undefined}>
        {groups(sections.slice(upTo))}
      </div>
    </>
  );
}

type Nav = { readonly current: HTMLElement | null };

function useFocusWhileOver(nav: Nav, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    const before = document.activeElement;
    nav.current?.querySelector("a")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [nav, shown]);
}

/** In a low window not all entries fit, and what is pinned comes after them and takes more room. */
function useOwnEntryInSight(nav: Nav, isPending: boolean): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which entry is the current one, and where it is, follows from them
  useEffect(() => {
    const own = nav.current?.querySelector("[aria-current=page]");
    // What is pinned is within the scroll padding, so it would scroll although it is in sight.
    if (!own || own.closest("[data-pinned]")) return;
    const foot = nav.current?.querySelector(":scope > [data-pinned]");
    const observer = new ResizeObserver(() => own.scrollIntoView({ block: "nearest" }));
    if (foot) observer.observe(foot);
    return () => observer.disconnect();
  }, [nav, pathname, isPending]);
}

/** Where the sidebar covers the page they are on the page of the vaults. */
function Steps() {
  const contents = useContentsAround();
  return contents ? <FirstSteps contents={contents} inSidebar /> : null;
}
