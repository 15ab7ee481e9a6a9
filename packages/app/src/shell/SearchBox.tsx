/** The search field of the header narrows the page's list; the button next to it searches everything. `/` puts the cursor in it, Escape empties it. */
import { ActionIcon, CloseButton, TextInput } from "@mantine/core";
import { IconListSearch, IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { useCommands } from "../frame/commands.ts";
import { SHORTCUTS } from "../frame/keyboard/shortcuts.ts";
import { usePageSearch } from "../frame/search-context.tsx";
import { spokenKeys } from "./keyboard/Keys.tsx";
import styles from "./SearchBox.module.css";

export function SearchBox({ autoFocus = false, onEscape }: { autoFocus?: boolean; onEscape?: () => void }) {
  const { text, setText } = usePageSearch();
  const { openPalette } = useCommands();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className={styles.box}>
      <TextInput
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label="Search"
        placeholder="Search"
        data-page-search
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          setText("");
          onEscape?.();
          input.current?.blur();
        }}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          text === "" ? (
            <kbd className={styles.key} aria-hidden>
              /
            </kbd>
          ) : (
            <CloseButton size="sm" aria-label="Clear search" onClick={() => setText("")} />
          )
        }
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search everything"
        title={`Search everything (${spokenKeys(SHORTCUTS.palette.keys[0])})`}
        aria-haspopup="dialog"
        onClick={() => openPalette(text)}
      >
        <IconListSearch size={20} aria-hidden />
      </ActionIcon>
    </search>
  );
}
