/** Nothing that a person keeps leaves the client, in any encoding: not in a call, not on the server's disk, not in its log, not on the device (attacks, oracle O1). */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { KIND_NAMES } from "../packages/core/src/items/kinds.ts";
import { writeAddresses, writeTags } from "../packages/core/src/items/structured.ts";
import { readImport } from "../packages/core/src/transfer/import.ts";
import { oneOfEachKind } from "./things.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

const markers = new Set<string>();
/** A text that occurs nowhere by chance, remembered. */
function marker(about: string): string {
  const text = `Kanarie-${about}-${Math.random().toString(36).slice(2, 12)}`;
  markers.add(text);
  return text;
}

/** A host that occurs nowhere by chance. */
function hostMarker(about: string): string {
  const host = `${marker(about).toLowerCase()}.example`;
  markers.add(host);
  return host;
}

/** What is kept where a field's content has a form of its own. */
const SHAPED: Readonly<Record<string, () => string>> = {
  website_url: () => `https://${hostMarker("host")}/login`,
  more_urls: () => writeAddresses([{ url: `https://${hostMarker("more")}`, match: "host" }]),
  tags: () => writeTags([marker("tag")]),
};

/** How a text may hide: as it is, in base64 at each of its three phases, hex, URL-encoded, UTF-16, hashed without a key. Compared without case. */
function disguises(text: string): string[] {
  const bytes = Buffer.from(text);
  const phases = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift ? 4 : 0, -4),
  );
  return [
    text,
    encodeURIComponent(text),
    bytes.toString("hex"),
    Buffer.from(text, "utf16le").toString("latin1"),
    Buffer.from(text, "utf16le").toString("hex"),
    createHash("sha256").update(text).digest("hex"),
    ...phases,
    ...phases.map((phase) => phase.replaceAll("+", "-").replaceAll("/", "_")),
  ].map((disguise) => disguise.toLowerCase());
}

function expectClean(name: string, text: string): void {
  const haystack = text.toLowerCase();
  const found = [...markers].filter((text) => disguises(text).some((disguise) => haystack.includes(disguise)));
  expect(found, name).toEqual([]);
}

it("finds a marker in every disguise it looks for, so that a clean result means something", () => {
  const text = marker("self-test");
  for (const disguise of disguises(text)) expect(() => expectClean("self-test", `xx${disguise}yy`)).toThrow();
  markers.delete(text);
});

it("keeps every field of every kind, vaults, drafts, imports and the master password inside", async () => {
  markers.add(ann.password);
  const { client } = ann;
  const vault = await client.vault.createVault({ name: marker("vault"), description: marker("description") });
  for (const draft of oneOfEachKind((kind, field) => SHAPED[field]?.() ?? marker(`${kind}-${field}`))) {
    const item = await client.vault.create({ draft: { ...draft, categoryId: vault.id } });
    const opened = await client.vault.open({ id: item.id });
    await client.vault.update({ base: opened, draft: { ...draft, fields: { ...opened.fields, notes: marker("edited") } } });
    await client.vault.setFavourite({ id: item.id, favourite: true });
    await client.vault.markUsed({ id: item.id });
  }
  await client.vault.updateVault({ base: vault, name: marker("renamed"), description: "" });
  await client.drafts.keep({ place: marker("place"), value: { password: marker("draft") } });
  const csv = `name,url,username,password,note\n${marker("row")},https://${marker("rowhost")}.example,${marker("user")},${marker("secret")},${marker("note")}\n`;
  const { candidates } = readImport({ sourceId: "chrome", text: csv });
  await client.transfer.run({ sourceId: "chrome", fileText: csv, candidates, onProgress: () => undefined });
  const { items } = await client.vault.pull();
  const ids = items.map(({ id }) => id);
  await client.vault.tag({ ids, add: [marker("tagged")] });
  await client.vault.place({ ids, categoryId: null });
  await client.vault.findForPage({ page: `https://${hostMarker("page")}/login` });
  await client.vault.remove({ ids });
  await client.vault.restore({ ids: ids.slice(2) });
  expect(markers.size).toBeGreaterThan(KIND_NAMES.length * 5);

  expect(world.requests.length).toBeGreaterThan(20);
  expectClean("requests", world.requests.map(({ url, headers, body }) => `${url}\n${headers}\n${body}`).join("\n"));
  expectClean("database", await world.everythingInTheDatabase());
  expectClean("database files", await world.databaseFiles());
  expectClean("log", world.log());
  expectClean("records on the device", await ann.everythingInRecords());
}, 120_000);
