/** The header's way to a new item: a menu of all five kinds, then the form. */
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useCommands } from "../../frame/commands.ts";
import { KIND_ICONS } from "../item/kind-icons.tsx";
import styles from "./AddMenu.module.css";

export function AddMenu() {
  const { add } = useCommands();
  return (
    <Menu position="bottom" width={208}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          classNames={{ root: styles.button, section: styles.icon }}
          aria-label="Add item"
        >
          <span className={styles.text}>Add</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KIND_NAMES.map((name) => {
          const Icon = KIND_ICONS[name];
          return (
            <Menu.Item key={name} leftSection={<Icon size={18} />} onClick={() => add(name)}>
              {kindOf(name).words.tile}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
