/** /trash: what was deleted in the last thirty days, to be restored or deleted for good. */

import type { TrashedItem } from "@coffer/client";
import { DELETED_KEPT_DAYS } from "@coffer/core/constants";
import type { Item, Vault } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconHistory, IconTrashX } from "@tabler/icons-react";
import { useDeferredValue, useMemo } from "react";
import { TIME_TRAVEL, useCommands } from "../../frame/commands.ts";
import { usePageSearch } from "../../frame/search-context.tsx";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { causeOf } from "../../ui/error-message.ts";
import { Loading } from "../../ui/Loading.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { findItems } from "../item/find-items.ts";
import { BulkBar } from "../list/BulkBar.tsx";
import { NoMatch } from "../list/NoMatch.tsx";
import { useSelection } from "../list/use-selection.ts";
import { useContents, useTrash } from "../queries.ts";
import { TrashList } from "../trash/TrashList.tsx";
import { type TrashActions, useTrashActions } from "../trash/use-trash-actions.ts";
import styles from "./TrashPage.module.css";

export function TrashPage() {
  const trash = useTrash(true);
  const contents = useContents();
  const { goBackInTime } = useCommands();
  const back = (
    <Button variant="subtle" leftSection={<IconHistory size={18} />} onClick={goBackInTime}>
      {TIME_TRAVEL}
    </Button>
  );
  return (
    <>
      <PageTitle hint={`Deleted items stay here for ${DELETED_KEPT_DAYS} days, then they are deleted for good.`} actions={back}>
        Trash
      </PageTitle>
      {trash.data ? (
        <Trash trashed={trash.data} vaults={contents.data?.vaults ?? []} />
      ) : trash.isError ? (
        <ErrorNote
          action={
            <Button size="compact-sm" variant="default" loading={trash.isFetching} onClick={() => void trash.refetch()}>
              Try again
            </Button>
          }
        >
          {`Error loading the trash: ${causeOf(trash.error)}`}
        </ErrorNote>
      ) : (
        <Loading label="Loading the trash" />
      )}
    </>
  );
}

function Trash({ trashed, vaults }: { trashed: readonly TrashedItem[]; vaults: readonly Vault[] }) {
  const search = usePageSearch();
  const text = useDeferredValue(search.text);
  const items = useMemo(() => trashed.map(({ item }) => item), [trashed]);
  const shown = useMemo(() => findItems(items, vaults, text)?.map(({ item }) => item) ?? items, [items, vaults, text]);
  const deletedAt = useMemo(() => new Map(trashed.map((entry) => [entry.item.id, entry.deletedAt])), [trashed]);
  const selection = useSelection(shown);
  const actions = useTrashActions(vaults);
  if (items.length === 0) {
    return (
      <EmptyState picture={<CofferPicture state="dusty" />} title="The trash is empty" text="What you delete can be restored from here." />
    );
  }
  return (
    <>
      <div className={styles.tools}>
        <Button variant="subtle" color="red" leftSection={<IconTrashX size={18} />} onClick={() => void actions.purge(items)}>
          Empty trash
        </Button>
      </div>
      {shown.length === 0 ? (
        <NoMatch text={text} onClear={() => search.setText("")} />
      ) : (
        <TrashList items={shown} deletedAt={deletedAt} vaults={vaults} actions={actions} selection={selection} />
      )}
      <BulkBar
        count={selection.items.length}
        total={shown.length}
        actions={bulkOf(selection.items, actions)}
        onAll={selection.selectAll}
        onClear={selection.clear}
      />
    </>
  );
}

const bulkOf = (items: readonly Item[], actions: TrashActions) => [
  { label: "Restore", icon: <IconArrowBackUp size={18} />, run: () => void actions.restore(items) },
  { label: "Delete forever", icon: <IconTrashX size={18} />, danger: true, run: () => void actions.purge(items) },
];
