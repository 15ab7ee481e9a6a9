/** The bar above a signed-in page: search, generator, add, theme, state of the connection, user; on small screens also the sidebar's toggle. */
import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconSearch, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { ListedPage } from "../frame/menu.ts";
import { usePageSearch } from "../frame/search-context.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { AddMenu } from "../vault/form/AddMenu.tsx";
import { ConnectionPill } from "./ConnectionPill.tsx";
import { GeneratorMenu } from "./GeneratorMenu.tsx";
import styles from "./Header.module.css";
import { SearchBox } from "./SearchBox.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { UserMenu } from "./UserMenu.tsx";

interface Props {
  /** The pages that the user menu lists. */
  readonly routes: readonly ListedPage[];
  /** Whether the sidebar covers the page and has to be opened. */
  readonly overlay: boolean;
  readonly sidebarOpened: boolean;
  readonly onSidebar: () => void;
}

export function Header({ routes, overlay, sidebarOpened, onSidebar }: Props) {
  const narrow = useNarrow();
  const [searching, setSearching] = useState(false);
  const { text, setText } = usePageSearch();
  // A user may come here with a search.
  const isOpen = searching || text !== "";
  const stopSearching = () => {
    setText("");
    setSearching(false);
  };
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        {overlay && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Menu"
            aria-controls="sidebar"
            aria-expanded={sidebarOpened}
            onClick={onSidebar}
          >
            <IconMenu2 size={20} aria-hidden />
          </ActionIcon>
        )}
        {narrow ? <div className={styles.space} /> : <SearchBox />}
        <div className={styles.tools}>
          {narrow && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={isOpen ? "Close search" : "Search"}
              aria-expanded={isOpen}
              data-page-search
              onClick={() => (isOpen ? stopSearching() : setSearching(true))}
            >
              {isOpen ? <IconX size={20} aria-hidden /> : <IconSearch size={20} aria-hidden />}
            </ActionIcon>
          )}
          <GeneratorMenu />
          <AddMenu />
          <ThemeToggle />
          <ConnectionPill />
          <UserMenu routes={routes} />
        </div>
      </div>
      {narrow && isOpen && (
        <div className={styles.search}>
          <SearchBox autoFocus onEscape={stopSearching} />
        </div>
      )}
    </header>
  );
}
