/** Folders of an import and the vaults that are there; none has to be made here, so nothing is sent. */
import { readImport } from "@coffer/core/transfer/import";
import { expect, it } from "vitest";
import { importFolders } from "./import-folders.ts";

const vault = (id: string, name: string) => ({
  id,
  name,
  scopeId: "s",
  revision: 1,
  description: "",
  color: "",
  icon: "",
  state: "intact" as const,
  createdAt: 0,
  updatedAt: 0,
  isOwner: true,
  permission: "write" as const,
});
const contents = { items: [], vaults: [vault("a", "Home"), vault("b", "home "), vault("c", "Work")] };
const context = { random: (length: number) => new Uint8Array(length) } as unknown as Parameters<typeof importFolders>[0];
const described = (id: string, name: string) => ({ id, name, description: "", color: "", icon: "" });
const rows = (...folders: string[]) =>
  readImport({ sourceId: "other", text: ["name,folder,password", ...folders.map((folder) => `x,${folder},p`)].join("\n") }).candidates;

it("two vaults of one name in a file find two, not one twice", async () => {
  const [first, second] = rows("Home", "Home");
  if (!first || !second) throw new Error("two rows are two candidates");
  const candidates = [
    { ...first, vault: "v1" },
    { ...second, vault: "v2" },
  ];
  const { placeOf, made } = await importFolders(context, contents, candidates, [described("v1", "Home"), described("v2", "Home")]);
  expect(candidates.map(placeOf)).toEqual(["a", "b"]);
  expect(made).toEqual([]);
});

it("folders that differ in case and outer spaces are one", async () => {
  const candidates = rows("work", " WORK ", "");
  const { placeOf } = await importFolders(context, contents, candidates, []);
  expect(candidates.map(placeOf)).toEqual(["c", "c", null]);
});
