/** /sharing-center: what the user shares and what others share with them, each in a tab. */
import type { Contents, ShareRow } from "@coffer/client";
import { isRefusal } from "@coffer/contract/errors";
import type { Item } from "@coffer/core/items/item";
import { KIND_NAMES } from "@coffer/core/items/kinds";
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { messageOf } from "../ui/error-message.ts";
import { FloatingAdd } from "../ui/FloatingAdd.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { toast } from "../ui/toast.ts";
import { ItemFormSheet } from "../vault/form/ItemFormSheet.tsx";
import { ContentsGate } from "../vault/list/ContentsGate.tsx";
import { panelProps, TabStrip } from "../vault/list/TabStrip.tsx";
import { SafetyNumberDialog } from "../vault/people/SafetyNumberDialog.tsx";
import type { PersonVerbs } from "./ByPerson.tsx";
import { usePromised, useSharedByMe, useSharedWithMe } from "./queries.ts";
import { ShareDialog } from "./ShareDialog.tsx";
import { SharedByMe } from "./SharedByMe.tsx";
import { SharedVault } from "./SharedVault.tsx";
import { SharedWithMe } from "./SharedWithMe.tsx";
import styles from "./SharingCenter.module.css";

const TABS = [
  { name: "by-me", label: "Shared by Me" },
  { name: "with-me", label: "Shared with Me" },
] as const;
type Tab = (typeof TABS)[number]["name"];

const FAILED = "Failed to load shared items";

export function SharingCenterPage() {
  return (
    <ContentsGate what="shared items" fallback={FAILED} title="Sharing Center">
      {(contents) => <Center contents={contents} />}
    </ContentsGate>
  );
}

function Center({ contents }: { contents: Contents }) {
  const [params, setParams] = useSearchParams();
  const id = useId();
  const selected: Tab = params.get("tab") === "with-me" ? "with-me" : "by-me";
  const [item, open] = useState<Item | null>(null);
  const [email, compare] = useState<string | null>(null);
  /** Null: not open; empty: with whom is still to be said. */
  const [sharingWith, shareWith] = useState<string | null>(null);
  const openById = (itemId: string) => {
    const found = contents.items.find((one) => one.id === itemId);
    if (found) open(found);
    else toast.failed(null, "This item is no longer here");
  };
  return (
    <>
      <PageTitle>Sharing Center</PageTitle>
      <TabStrip
        id={id}
        label="Shared items"
        tabs={TABS}
        selected={selected}
        onSelect={(name) => setParams({ tab: name }, { replace: true })}
      />
      <div {...panelProps(id, selected)} className={styles.panel}>
        {selected === "by-me" ? (
          <ByMe onOpenItem={openById} onCompare={compare} onShareMore={shareWith} />
        ) : (
          <WithMe contents={contents} onOpen={openById} onCompare={compare} />
        )}
      </div>
      <FloatingAdd label="Share Item" onClick={() => shareWith("")} />
      {sharingWith !== null && <ShareDialog target={null} email={sharingWith} onClose={() => shareWith(null)} />}
      {email !== null && <SafetyNumberDialog email={email} onClose={() => compare(null)} />}
      {item && <ItemFormSheet target={{ kind: item.kind, item }} editor="entry" onClose={() => open(null)} />}
    </>
  );
}

interface ByMeProps extends Omit<PersonVerbs, "onOpen"> {
  readonly onOpenItem: (id: string) => void;
}

function ByMe({ onOpenItem, ...verbs }: ByMeProps) {
  const shares = useSharedByMe();
  const navigate = useNavigate();
  const promised = usePromised();
  // Together: what comes later would move what is there.
  if (!shares.data || !promised) return <Unloaded shares={shares} />;
  const open = ({ kind, itemId }: ShareRow) => (kind === "category" ? void navigate(`/vaults/${itemId}`) : onOpenItem(itemId));
  return <SharedByMe rows={shares.data} promised={promised} onOpen={open} {...verbs} />;
}

interface WithMeProps {
  readonly contents: Contents;
  readonly onOpen: (id: string) => void;
  readonly onCompare: (email: string) => void;
}

function WithMe({ contents, onOpen, onCompare }: WithMeProps) {
  const shares = useSharedWithMe();
  const [params, setParams] = useSearchParams();
  if (!shares.data) return <Unloaded shares={shares} />;
  // In the address, so that the browser's way back leads out step by step, and a reload stays.
  const walk = (place: { vault?: string; type?: string }) => setParams({ tab: "with-me", ...place });
  const vaultId = params.get("vault");
  if (vaultId !== null && contents.vaults.some(({ id }) => id === vaultId)) {
    const kind = KIND_NAMES.find((name) => name === params.get("type")) ?? null;
    const back = () => walk(kind ? { vault: vaultId } : {});
    const choose = (type: string) => walk({ vault: vaultId, type });
    return (
      <SharedVault contents={contents} vaultId={vaultId} kind={kind} onChoose={choose} onOpen={({ id }) => onOpen(id)} onBack={back} />
    );
  }
  const open = ({ kind, itemId }: ShareRow) => (kind === "category" ? walk({ vault: itemId }) : onOpen(itemId));
  return <SharedWithMe rows={shares.data} onOpen={open} onCompare={onCompare} />;
}

function Unloaded({ shares }: { shares: ReturnType<typeof useSharedByMe> }) {
  if (!shares.isError) return <Loading label="Loading shared items" />;
  return (
    <ErrorNote
      action={
        <Button size="compact-sm" variant="default" loading={shares.isFetching} onClick={() => void shares.refetch()}>
          Try again
        </Button>
      }
    >
      {sentenceOf(shares.error)}
    </ErrorNote>
  );
}

/** An answer without its own message is named after its call; this page has texts for that (specification 3 §8). */
const sentenceOf = (error: Error | null): string =>
  isRefusal(error, "unexpected") || error?.name === "AnswerError" ? FAILED : messageOf(error, FAILED);
