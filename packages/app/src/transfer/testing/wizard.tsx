/** The import wizard with its receipt, over a vault in memory. */
import type { Client, ImportOutcome, ImportRun } from "@coffer/client";
import type { Item, Vault } from "@coffer/core/items/item";
import type { Candidate } from "@coffer/core/transfer/import";
import { type ReactNode, useReducer } from "react";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { withoutThreads } from "../../testing/no-threads.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { ImportPage } from "../ImportPage.tsx";
import { ImportReceipt } from "../ImportReceipt.tsx";

/** Of Chrome: two that are the same, one without a user name, one that `KNOWN` is, and a line whose quotes do not match. */
export const CSV = [
  "name,url,username,password,note",
  "GitHub,https://github.com,ada,one,",
  "GitHub,https://github.com,ada,one,",
  "Mail,https://mail.example,,two,",
  "Known,https://known.example,bob,three,",
  '"Broken,https://broken.example,eve,four,',
].join("\n");

export const KNOWN: Item = anItem("Known", {
  fields: { title: "Known", website_url: "https://known.example", username: "bob", password: "three" },
});

const itemOf = ({ kind, fields, name }: Candidate): Item => anItem(name, { kind, fields });

/** A page that the user can continue from. */
function Leavable({ children }: { children: ReactNode }) {
  const [isLeft, leave] = useReducer(() => true, false);
  return (
    <>
      <button type="button" onClick={leave}>
        Leave the wizard
      </button>
      {!isLeft && children}
    </>
  );
}

type Write = (candidates: readonly Candidate[]) => readonly string[];

interface Options {
  /** What the vault has at first. */
  readonly items?: readonly Item[];
  readonly vaults?: readonly Vault[];
  readonly kept?: SavedRecords;
  /** What becomes of an import. @param write - puts candidates into the vault. */
  readonly answer?: (run: ImportRun, write: Write) => Promise<ImportOutcome>;
  /** Verbs that answer otherwise. */
  readonly at?: string;
  readonly verbs?: { readonly vault?: PartOf<Client["vault"]>; readonly transfer?: PartOf<Client["transfer"]> };
}

/** Everything is written. */
const writeAll = async ({ candidates }: ImportRun, write: Write): Promise<ImportOutcome> => ({
  created: write(candidates).length,
  vaultIds: [],
  isStopped: false,
});

/** What this device keeps from page to page. */
export type SavedRecords = Map<string, unknown>;

export async function openWizard({
  items = [KNOWN],
  vaults = [],
  kept: device = new Map(),
  answer = writeAll,
  at = "/import",
  verbs = {},
}: Options = {}) {
  let kept = items;
  /** What an import wrote, by its seed. */
  let written: readonly string[] = [];
  const runs: ImportRun[] = [];
  const write: Write = (candidates) => {
    const made = candidates.map(itemOf);
    kept = [...kept, ...made];
    written = [...written, ...made.map(({ id }) => id)];
    return made.map(({ id }) => id);
  };
  const contents = () => ({ items: kept, vaults });
  const client = fakeClient({
    session: ANN,
    vault: {
      contents,
      pull: async () => contents(),
      openMany: async ({ ids = [] }: { ids?: readonly string[] } = {}) => kept.filter(({ id }) => ids.includes(id)),
      ...verbs.vault,
    },
    drafts: {
      keep: async ({ place, value }) => void device.set(place, structuredClone(value)),
      find: async ({ place }) => device.get(place) ?? null,
      discard: async ({ place }) => void device.delete(place),
    },
    transfer: {
      run: async (run) => {
        runs.push(run);
        const seed = run.seed ?? crypto.randomUUID();
        await run.onBegin?.({ seed, lastRow: Math.max(...run.candidates.map(({ row }) => row)), vaultIds: [] });
        return answer(run, write);
      },
      createdIds: async () => [...written],
      undo: async () => {
        kept = kept.filter(({ id }) => !written.includes(id));
        written = [];
        return { kept: [] };
      },
      ...verbs.transfer,
    },
  });
  const wizard = (
    <>
      <ImportReceipt />
      <Leavable>
        <ImportPage />
      </Leavable>
    </>
  );
  const { unmount } = await renderApp(wizard, { client, at });
  return { runs, items: () => kept, unmount };
}

export const fileOf = (text: string, name = "Chrome Passwords.csv"): File => new File([text], name);

/** Chooses files as the system's dialog would. */
export const chooseFile = (...files: File[]): Promise<void> => userEvent.upload(page.getByLabelText("Import file"), files);

/** Drops files on the zone as the system would. */
export async function dropFiles(...files: File[]): Promise<void> {
  const zone = await page.getByRole("button", { name: /^(Drag and drop|Drop any file|Invalid file)/ }).findElement();
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  for (const type of ["dragenter", "drop"]) zone.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}

/** Goes to the review of that file. The page reads it: the thread that does is looked at by tests of the page (ImportPage). */
export async function review(options: Options = {}, text = CSV) {
  const wizard = await openWizard(options);
  await withoutThreads(async () => {
    await dropFiles(fileOf(text));
    await page.getByRole("tablist", { name: "Filter" }).findElement();
  });
  return wizard;
}
