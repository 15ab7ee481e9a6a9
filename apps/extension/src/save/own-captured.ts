/** In the worker: a card or an address that was sent to a site, and the question whether to save it. It waits in the browser's memory alone, and goes with the keys. */
import type { Client } from "@coffer/client";
import { blankDraft } from "@coffer/core/items/item";
import { typedNumber } from "../fill/phone.ts";
import { places } from "../fill/places.ts";
import { OWN_CAPTURED } from "../storage-keys.ts";
import { keepWhileOpen } from "../while-open.ts";
import type { OwnOffer, TypedOwn } from "./messages.ts";
import { takeTurns } from "./take-turns.ts";
import { isKnown } from "./typed-own.ts";

interface Waiting {
  readonly typed: TypedOwn;
  readonly host: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly isAsked: boolean;
  /** Of the entry that it may become: a press that is answered twice is one save. */
  readonly id?: string;
}

type ByTab = Readonly<Record<string, Waiting>>;

/** As long as a login waits. */
const HOLDS_MS = 600_000;

async function read(): Promise<ByTab> {
  const { [OWN_CAPTURED]: kept = {} } = await chrome.storage.session.get(OWN_CAPTURED);
  const now = Date.now();
  return Object.fromEntries(Object.entries(kept as ByTab).filter(([, { at }]) => now - at < HOLDS_MS));
}

/** Two tabs that send at once are both kept. */
const inTurn = takeTurns();

const change = (tabId: number, waiting: Waiting | null): Promise<void> =>
  inTurn(async () => {
    const { [tabId]: _, ...others } = await read();
    await keepWhileOpen(OWN_CAPTURED, waiting === null ? others : { ...others, [tabId]: waiting });
  });

export const forgetOwn = (tabId: number): Promise<void> => change(tabId, null);

/** What comes from a page's process is checked as if a page had sent it. */
async function parse(typed: unknown): Promise<TypedOwn | null> {
  if (typeof typed !== "object" || typed === null) return null;
  const { kind, fields } = typed as { readonly kind?: unknown; readonly fields?: unknown };
  if ((kind !== "card" && kind !== "personal") || typeof fields !== "object" || fields === null) return null;
  const known = blankDraft(kind).fields;
  const entries = Object.entries(fields).filter(
    ([name, value]) => Object.hasOwn(known, name) && typeof value === "string" && value.length <= 200,
  );
  const { phone, ...others } = Object.fromEntries(entries) as Record<string, string>;
  return { kind, fields: { ...others, ...(phone !== undefined && { phone: typedNumber(phone, await places()) }) } };
}

export async function captureOwn(tabId: number, typed: unknown, page: string): Promise<void> {
  const parsed = await parse(typed);
  if (parsed !== null) await change(tabId, { typed: parsed, host: new URL(page).host, at: Date.now(), isAsked: false });
}

/** The form has gone, or another page has loaded. @returns whether there is something to ask. */
export async function askAboutOwn(tabId: number, client: Client): Promise<boolean> {
  const waiting = (await read())[tabId];
  if (waiting === undefined || waiting.isAsked) return waiting !== undefined;
  const isExcluded = (await client.sites.hosts("excluded")).includes(waiting.host);
  const isWanted =
    !isExcluded &&
    (await client.account.lockSettings.read()).autosavePrompt !== "off" &&
    !isKnown(waiting.typed, await ofKind(client, waiting.typed));
  await change(tabId, isWanted ? { ...waiting, isAsked: true, id: client.newId() } : null);
  return isWanted;
}

async function ofKind({ vault }: Client, { kind }: TypedOwn) {
  const { items } = vault.contents() ?? (await vault.local()) ?? (await vault.pull());
  return vault.openMany({ ids: items.filter((item) => item.kind === kind).map(({ id }) => id) });
}

/** What a person knows it by, next to its name; of a card no number. */
const KNOWN_BY = { card: "card_holder_name", personal: "address_1" } as const;

export async function ownOfferIn(tabId: number): Promise<OwnOffer | null> {
  const waiting = (await read())[tabId];
  if (waiting?.isAsked !== true) return null;
  const { kind, fields } = waiting.typed;
  return { pending: waiting.id, own: kind, host: waiting.host, what: `${fields.name}, ${fields[KNOWN_BY[kind]]}` };
}

/** @returns whether there was one. */
export async function saveOwn(tabId: number, client: Client): Promise<boolean> {
  const waiting = (await read())[tabId];
  if (waiting === undefined) return false;
  // A worker that was stopped after it had saved is asked again. Without the server it is kept here.
  await client.vault.pull().catch(() => undefined);
  if (!isKnown(waiting.typed, await ofKind(client, waiting.typed))) {
    const blank = blankDraft(waiting.typed.kind);
    const draft = { ...blank, fields: { ...blank.fields, ...waiting.typed.fields } };
    await client.vault.create({ draft, ...(waiting.id !== undefined && { id: waiting.id }) });
  }
  await forgetOwn(tabId);
  return true;
}
