/** The bar above a signed-in page: search, generator, add, theme, state of the connection, user. On a phone: the name of the page, search, user; the rest is in the bar at its foot and in the user's menu. */
import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconSearch, IconWand, IconX } from "@tabler/icons-react";
import { type ComponentPropsWithRef, memo, type ReactNode, type Ref, useState } from "react";
import { usePageSearch } from "../frame/search-context.tsx";
import type { ListedPage } from "../frame/sidebar-order.ts";
import { useNarrow } from "../ui/use-narrow.ts";
import { AddMenu } from "../vault/form/AddMenu.tsx";
import { ConnectionPill } from "./ConnectionPill.tsx";
import { GENERATOR, GeneratorMenu } from "./GeneratorMenu.tsx";
import styles from "./Header.module.css";
import { SearchBox } from "./SearchBox.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { UserMenu } from "./UserMenu.tsx";

type ToolProps = Pick<
  ComponentPropsWithRef<typeof ActionIcon<"button">>,
  "ref" | "title" | "onClick" | "aria-controls" | "aria-expanded"
> & {
  readonly label: string;
  readonly children: ReactNode;
};

const Tool = ({ label, ...props }: ToolProps) => <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...props} />;

interface Props {
  /** The pages that the user menu lists. */
  readonly routes: readonly ListedPage[];
  /** Whether the sidebar covers the page and has to be opened. */
  readonly overlay: boolean;
  readonly sidebarOpened: boolean;
  readonly onSidebar: () => void;
  /** On a phone the page's heading is here. */
  readonly titleSlot?: Ref<HTMLDivElement>;
}

export function Header({ routes, overlay, sidebarOpened, onSidebar, titleSlot }: Props) {
  const narrow = useNarrow();
  const search = useSearchRow();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        {overlay && !narrow && (
          <Tool label="Menu" aria-controls="sidebar" aria-expanded={sidebarOpened} onClick={onSidebar}>
            <IconMenu2 size={20} aria-hidden />
          </Tool>
        )}
        {narrow ? <div ref={titleSlot} className={styles.title} /> : <SearchBox />}
        <div className={styles.tools}>
          {!narrow && <WideTools />}
          <ConnectionPill onlyTrouble={narrow} />
          {narrow && search.button}
          {/* The same one in every width: it stays open when a phone is turned. */}
          <UserMenu routes={routes} withTheme={narrow} />
        </div>
      </div>
      {narrow && search.isOpen && (
        <div className={styles.search}>
          <SearchBox autoFocus onEscape={search.stop} />
        </div>
      )}
    </header>
  );
}

/** What the bar holds apart from its search is not drawn with each letter of one. */
const WideTools = memo(() => (
  <>
    <GeneratorMenu>
      {(toggle) => (
        <Tool label={GENERATOR} title={GENERATOR} onClick={toggle}>
          <IconWand size={20} aria-hidden />
        </Tool>
      )}
    </GeneratorMenu>
    <AddMenu />
    <ThemeToggle />
  </>
));

/** On a phone the search has a row of its own, which its button opens. */
function useSearchRow() {
  const [searching, setSearching] = useState(false);
  const { text, setText } = usePageSearch();
  // A user may come here with a search.
  const isOpen = searching || text !== "";
  const stop = () => {
    setText("");
    setSearching(false);
  };
  const button = (
    <Tool
      label={isOpen ? "Close search" : "Search"}
      aria-expanded={isOpen}
      data-page-search
      onClick={() => (isOpen ? stop() : setSearching(true))}
    >
      {isOpen ? <IconX size={20} aria-hidden /> : <IconSearch size={20} aria-hidden />}
    </Tool>
  );
  return { isOpen, stop, button };
}
