/** The header's way to a new item: a menu of all five kinds, then the form. */
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ItemFormSheet } from "./ItemFormSheet.tsx";
import { KIND_ICONS } from "./kind-icons.tsx";
import "./forms.css";

const ALL_ITEMS = "/all-items";

export function AddMenu() {
  const [kind, setKind] = useState<KindName | null>(null);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // On the page of all items the tab of the new one opens, so that it is seen (decision V-01).
  const showNew = (added: KindName) => pathname === ALL_ITEMS && navigate(`${ALL_ITEMS}?tab=${kindOf(added).list}`);
  return (
    <>
      <Menu position="bottom-end" width={208}>
        <Menu.Target>
          <Button leftSection={<IconPlus size={18} aria-hidden />} className="add-menu-button" aria-label="Add item">
            <span className="add-menu-text">Add</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {KIND_NAMES.map((name) => {
            const Icon = KIND_ICONS[name];
            return (
              <Menu.Item key={name} leftSection={<Icon size={18} stroke={1.7} />} onClick={() => setKind(name)}>
                {kindOf(name).words.tile}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {kind && (
        <ItemFormSheet
          target={{ kind, item: null, categoryId: null, from: "picker" }}
          editor="modal"
          onClose={() => setKind(null)}
          onSaved={({ kind: added }) => void showNew(added)}
        />
      )}
    </>
  );
}
