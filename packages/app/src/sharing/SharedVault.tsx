/** A vault that someone shares, opened step by step: the vault with its types, then the items of a type (specification 3 §2). */
import type { Contents } from "@coffer/client";
import { type Item, titleOf } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { EmptyLine } from "../ui/EmptyLine.tsx";
import { KIND_ICONS } from "../vault/item/kind-icons.tsx";
import { mayEdit } from "../vault/item/rights.ts";
import { LEVELS } from "./levels.ts";
import styles from "./SharingCenter.module.css";

interface Props {
  readonly contents: Contents;
  readonly vaultId: string;
  /** The type that is looked into; null at the vault itself. */
  readonly kind: KindName | null;
  readonly onChoose: (kind: KindName) => void;
  readonly onOpen: (item: Item) => void;
  readonly onBack: () => void;
}

export function SharedVault({ contents, vaultId, kind, onChoose, onOpen, onBack }: Props) {
  const vault = contents.vaults.find(({ id }) => id === vaultId);
  const inside = contents.items.filter(({ categoryId }) => categoryId === vaultId);
  return (
    <section>
      <Button variant="subtle" size="compact-md" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
        Back
      </Button>
      <h2 className={styles.title}>{kind ? typeLabel(kind) : (vault?.name ?? "Vault")}</h2>
      {kind ? <Items items={inside.filter((item) => item.kind === kind)} onOpen={onOpen} /> : <Types items={inside} onChoose={onChoose} />}
    </section>
  );
}

const typeLabel = (kind: KindName): string => kindOf(kind).words.drill;

/** Only types of which there is something. */
function Types({ items, onChoose }: { items: readonly Item[]; onChoose: (kind: KindName) => void }) {
  const counts = KIND_NAMES.map((kind) => ({ kind, count: items.filter((item) => item.kind === kind).length })).filter(
    ({ count }) => count > 0,
  );
  if (counts.length === 0) return <EmptyLine>No items found</EmptyLine>;
  return (
    <ul className={styles.cards}>
      {counts.map(({ kind, count }) => {
        const Icon = KIND_ICONS[kind];
        return (
          <li key={kind} className={styles.card}>
            <button type="button" className={styles.choice} onClick={() => onChoose(kind)}>
              <span className={styles.icon} aria-hidden>
                <Icon size={18} stroke={1.7} />
              </span>
              <span className={styles.name}>{typeLabel(kind)}</span>
              <span className={styles.muted}>{plural(count, "item")}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Items({ items, onOpen }: { items: readonly Item[]; onOpen: (item: Item) => void }) {
  if (items.length === 0) return <EmptyLine>No items found</EmptyLine>;
  return (
    <ul className={styles.cards}>
      {items.map((item) => (
        <li key={item.id} className={styles.card}>
          <button type="button" className={styles.choice} onClick={() => onOpen(item)}>
            <span className={styles.name}>{titleOf(item)}</span>
            <span className={styles.muted}>{LEVELS[mayEdit(item) ? "write" : "read"].word}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
