/** /vaults, /vaults/:vaultId and /vaults/:vaultId/:list: from all vaults into one, and there into one type of item. */
import type { Contents } from "@coffer/client";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { Suspense } from "react";
import { Navigate, useParams } from "react-router";
import { Loading } from "../../ui/Loading.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { useSidebarOverlay } from "../../ui/use-narrow.ts";
import { ExampleNote } from "../getting-started/ExampleNote.tsx";
import { FirstSteps } from "../getting-started/FirstSteps.tsx";
import { useHasLoadedOnce } from "../getting-started/queries.ts";
import { EVERYTHING, UNASSIGNED } from "../item/vault-routes.ts";
import { ContentsGate } from "../list/ContentsGate.tsx";
import { useSharesOpened } from "../vaults/use-shares-opened.ts";
import { VaultContents } from "../vaults/VaultContents.tsx";
import { VaultGrid } from "../vaults/VaultGrid.tsx";
import { VaultList } from "../vaults/VaultList.tsx";

const ALL_VAULTS = "All Vaults";
/** As the cards of the grid (vaults/VaultGrid.module.css). */
const LOADING = <Loading label="Loading vaults" tile={{ minWidth: 260, height: 132, gap: 16 }} />;

export function VaultsPage() {
  const { vaultId } = useParams();
  const fallback = vaultId === undefined ? "Failed to fetch vaults" : "Failed to load category items";
  return (
    <ContentsGate what="vaults" fallback={fallback} title={ALL_VAULTS} waiting={vaultId === undefined ? LOADING : undefined}>
      {(contents) => <Place contents={contents} />}
    </ContentsGate>
  );
}

/** The first steps are at the foot of the sidebar where there is one. */
function AllVaults({ contents }: { contents: Contents }) {
  const overlay = useSidebarOverlay();
  const hasLoaded = useHasLoadedOnce(contents);
  const hasShares = useSharesOpened();
  const waiting = (
    <>
      <PageTitle>{ALL_VAULTS}</PageTitle>
      {LOADING}
    </>
  );
  if (!hasLoaded || !hasShares) return waiting;
  // Around all of it: the ways to fill a coffer, which come late, would push the steps down.
  return (
    <Suspense fallback={waiting}>
      <VaultGrid contents={contents}>
        <ExampleNote contents={contents} vaultId={null} />
      </VaultGrid>
      {overlay && <FirstSteps contents={contents} />}
    </Suspense>
  );
}

function Place({ contents }: { contents: Contents }) {
  const { vaultId, list } = useParams();
  const hasShares = useSharesOpened();
  if (vaultId === undefined) return <AllVaults contents={contents} />;
  const vault = contents.vaults.find(({ id }) => id === vaultId) ?? null;
  if (!vault && vaultId !== UNASSIGNED && !hasShares) return <Loading label="Loading vaults" />;
  // Deleted since, or the address of another user's vault.
  if (!vault && vaultId !== UNASSIGNED) return <Navigate to="/vaults" replace />;
  if (list === undefined)
    return (
      <>
        {vault && <ExampleNote contents={contents} vaultId={vault.id} />}
        <VaultContents contents={contents} vault={vault} />
      </>
    );
  const kind = KIND_NAMES.find((name) => kindOf(name).list === list) ?? null;
  if (!kind && list !== EVERYTHING) return <Navigate to={`/vaults/${vaultId}`} replace />;
  return <VaultList contents={contents} vault={vault} kind={kind} />;
}
