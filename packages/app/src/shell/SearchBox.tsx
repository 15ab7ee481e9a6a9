/** The search field of the header. `/` puts the cursor in it, Escape empties it. */
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { usePageSearch } from "./search-context.tsx";

/** Whether a key stroke belongs to a field somebody is typing in, or to a dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"], dialog') !== null;

export function SearchBox({ autoFocus = false, onEscape }: { autoFocus?: boolean; onEscape?: () => void }) {
  const { text, setText } = usePageSearch();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, []);
  return (
    <search className="search-box">
      <TextInput
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label="Search"
        placeholder="Search"
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
        leftSection={<IconSearch size={17} aria-hidden />}
        rightSection={
          text === "" ? (
            <kbd className="search-key" aria-hidden>
              /
            </kbd>
          ) : (
            <CloseButton size="sm" aria-label="Clear search" onClick={() => setText("")} />
          )
        }
      />
    </search>
  );
}
