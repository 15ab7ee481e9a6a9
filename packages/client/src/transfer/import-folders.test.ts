/** How folders of an import are matched with existing vaults; none has to be created here, so nothing is sent. */
import { readImport } from "@coffer/core/transfer/import";
import { expect, it } from "vitest";
import { ownAccount } from "../testing/own-account.ts";
import { planFolders } from "./import-folders.ts";

const context = await ownAccount();
const vault = (id: string, name: string) => ({
  id,
  name,
  scopeId: context.keyring().personalScopeId,
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
const described = (id: string, name: string) => ({ id, name, description: "", color: "", icon: "" });
const rows = (...folders: string[]) =>
  readImport({ sourceId: "other", text: ["name,folder,password", ...folders.map((folder) => `x,${folder},p`)].join("\n") }).candidates;

const plan = (candidates: Parameters<typeof planFolders>[1]["candidates"], whole: ReturnType<typeof described>[] = [], seed = "s") =>
  planFolders(context, { contents, candidates, described: whole, seed });

it("two vaults with the same name in a file match two vaults, not one twice", async () => {
  const [first, second] = rows("Home", "Home");
  if (!first || !second) throw new Error("two rows are two candidates");
  const candidates = [
    { ...first, vault: "v1" },
    { ...second, vault: "v2" },
  ];
  const { placeOf, createdIds } = await plan(candidates, [described("v1", "Home"), described("v2", "Home")]);
  expect(candidates.map(placeOf)).toEqual(["a", "b"]);
  expect(createdIds).toEqual([]);
});

it("folders that differ in case and outer spaces match one vault (decision I-08)", async () => {
  const candidates = rows("work", " WORK ", "");
  const { placeOf, createdIds } = await plan(candidates);
  expect(candidates.map(placeOf)).toEqual(["c", "c", null]);
  expect(createdIds).toEqual([]);
});

it("folders with different spelling become two vaults if none exist, and otherwise match their own (T12)", async () => {
  const candidates = rows("Bank", "bank", " bank ");
  const fresh = await plan(candidates);
  const [first, second, third] = candidates.map(fresh.placeOf);
  expect(fresh.createdIds).toEqual([first, second]);
  expect(third).toBe(second);
  const { placeOf } = await planFolders(context, {
    ...{ contents: { vaults: [vault("x", "bank"), vault("y", "Bank")] }, described: [], seed: "s" },
    candidates,
  });
  expect(candidates.map(placeOf)).toEqual(["y", "x", "x"]);
});

it("a vault has the same id in every attempt, and another id in another import", async () => {
  const candidates = rows("Bank");
  const [again] = candidates.map((await plan(candidates)).placeOf);
  expect(candidates.map((await plan(candidates)).placeOf)).toEqual([again]);
  expect(candidates.map((await plan(candidates, [], "other")).placeOf)).not.toEqual([again]);
  // Even if the first attempt created it, it still belongs to the import, for the undo.
  const there = await planFolders(context, { contents: { vaults: [vault(again ?? "", "Bank")] }, candidates, described: [], seed: "s" });
  expect(there.createdIds).toEqual([again]);
});

it("no folder matches a vault that someone else can read: an import shares nothing unasked", async () => {
  const others = { ...vault("theirs", "Bank"), scopeId: "other", isOwner: false };
  const shared = { ...vault("shared", "Home"), scopeId: "shared" };
  const candidates = rows("Bank", "Home");
  const { placeOf, createdIds } = await planFolders(context, {
    contents: { vaults: [others, shared] },
    candidates,
    described: [],
    seed: "s",
  });
  expect(candidates.map(placeOf)).toEqual(createdIds);
  expect(createdIds).toHaveLength(2);
});
