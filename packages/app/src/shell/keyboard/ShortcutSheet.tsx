/** The sheet behind `?`: every key of SHORTCUTS, and the switch that turns those of a single letter off. */
import { Switch } from "@mantine/core";
import { Fragment } from "react";
import { useDeviceSetting } from "../../frame/device-setting.ts";
import { LETTERS_SETTING } from "../../frame/keyboard/letters-setting.ts";
import { isPlain, SHORTCUT_GROUPS, type Shortcut, type ShortcutGroup, shortcutsOf } from "../../frame/keyboard/shortcuts.ts";
import { useReturnFocus } from "../../frame/use-return-focus.ts";
import { Sheet } from "../../ui/Sheet.tsx";
import { Keys } from "./Keys.tsx";
import styles from "./ShortcutSheet.module.css";

const GROUPS = Object.keys(SHORTCUT_GROUPS) as ShortcutGroup[];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [letters, setLetters] = useDeviceSetting(LETTERS_SETTING);
  useReturnFocus();
  return (
    <Sheet opened onClose={onClose} title="Keyboard shortcuts">
      <Switch
        className={styles.switch}
        checked={letters === "on"}
        onChange={(event) => setLetters(event.currentTarget.checked ? "on" : "off")}
        label={LETTERS_SETTING.label}
        description={LETTERS_SETTING.description}
      />
      {GROUPS.map((group) => (
        <section key={group} className={styles.group}>
          <h3>{SHORTCUT_GROUPS[group]}</h3>
          <dl>
            {shortcutsOf(group).map(([name, row]) => (
              <Line key={name} row={row} off={letters === "off"} />
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}

function Line({ row, off }: { row: Shortcut; off: boolean }) {
  const working = row.keys.filter((keys) => !off || !isPlain(keys));
  return (
    <div>
      <dt>{row.says}</dt>
      <dd>
        {working.length === 0 && <span className={styles.off}>Off</span>}
        {working.map((keys, index) => (
          <Fragment key={keys}>
            {index > 0 && " "}
            <Keys keys={keys} />
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
