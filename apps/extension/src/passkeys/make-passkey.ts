/**
 * Makes a passkey for a site, in the login that the person picks. The site hears of it only once the server has it sealed, so no site ever knows a passkey that is lost; what a site may not have
 * heard of stays `unconfirmed`.
 */
import { type Client, ClientError } from "@coffer/client";
import { createPasskey, type MadePasskey, verificationForCreation } from "@coffer/client/create-passkey";
import { blankDraft, type FieldValues, type Item, isOthers, titleOf } from "@coffer/core/items/item";
import { PASSKEYS_MAX, readPasskeyKeys, readPasskeys, withPasskey, withPasskeyState } from "@coffer/core/items/passkeys";
import { readersLine } from "../fill/ownership-lines.ts";
import { loginsUsedIn } from "../fill/used-logins.ts";
import { reportSaved } from "../pages/report-use.ts";
import type { Ceremony, Choice } from "./ceremony.ts";
import { isOffered, noteKnown } from "./known-passkeys.ts";
import type { ParsedCreation } from "./parse-request.ts";

/** For more, the person makes a new login. */
const MOST_LOGINS = 5;

/** The own logins of the site that can take it, the one of the same account first, as well as what was used in this tab; a new one; and then those of others, who would read it. */
export async function makeChoices(ceremony: Ceremony, asked: ParsedCreation, client: Client): Promise<Choice[]> {
  const items = await ceremony.items(client);
  const known = items.flatMap(({ fields }) => readPasskeys(fields.x_passkeys ?? "")).filter(isOffered);
  // Of this site: no other learns what is here.
  if (known.some(({ id, rpId }) => rpId === ceremony.site && asked.excluded.includes(id))) return [alreadyHere(ceremony)];
  const wantsPassword = () => ceremony.wantsPassword(client, verificationForCreation(asked));
  const { own, others } = await loginsToTakeIt(ceremony, asked, client, items);
  const into =
    (item: Item | null): (() => Promise<void>) =>
    () =>
      make(ceremony, asked, client, item);
  const choiceOf = async (item: Item): Promise<Choice> => ({
    key: item.id,
    title: titleOf(item),
    detail: item.fields.username ?? "",
    note: await readersLine(client, item),
    label: `Save in ${titleOf(item)}`,
    wantsPassword,
    take: into(item),
  });
  return [
    ...(await Promise.all(own.map(choiceOf))),
    { key: "new", title: "A new login", detail: asked.user.name, label: "Save in a new login", wantsPassword, take: into(null) },
    ...(await Promise.all(others.map(choiceOf))),
  ];
}

/** @returns as `own` what no one else has put there, and what the person has used in this tab, which comes first. */
async function loginsToTakeIt({ open }: Ceremony, { user }: ParsedCreation, client: Client, items: readonly Item[]) {
  const page = `${open.origin}/`;
  const ids = await client.vault.findForPage({ page });
  const used = await loginsUsedIn(open.tabId, page);
  const logins = ids.flatMap((id) =>
    items.filter((item) => item.id === id && item.permission === "write" && item.state === "intact" && hasRoom(item)),
  );
  const isSame = ({ fields }: Item): number => Number((fields.username ?? "") === user.name);
  const isUsed = ({ id }: Item): number => Number(used.includes(id));
  const ordered = logins.toSorted((one, other) => isSame(other) - isSame(one) || isUsed(other) - isUsed(one));
  const mayBeFirst = (item: Item): boolean => !isOthers(item) || used.includes(item.id);
  const own = ordered.filter(mayBeFirst).slice(0, MOST_LOGINS);
  return { own, others: ordered.filter((item) => !mayBeFirst(item)).slice(0, MOST_LOGINS - own.length) };
}

const hasRoom = ({ fields }: Item): boolean => readPasskeys(fields.x_passkeys ?? "").length < PASSKEYS_MAX;

/** The site has said which it knows: it hears that one of them is here, once the person agrees. */
const alreadyHere = (ceremony: Ceremony): Choice => ({
  key: "here",
  title: "Coffer has a passkey for this account",
  detail: "The site is told so, and makes none.",
  label: "Tell the site",
  wantsPassword: async () => false,
  take: () => ceremony.answer({ error: "InvalidStateError" }),
});

async function make(ceremony: Ceremony, asked: ParsedCreation, client: Client, item: Item | null): Promise<void> {
  const { origin } = ceremony.open;
  const isVerified = await ceremony.isVerified(client, verificationForCreation(asked));
  const made = await createPasskey({
    page: { origin },
    options: asked,
    isVerified,
    random: client.random,
    now: Date.now(),
  });
  if ("error" in made) return ceremony.answer(made);
  const id = await saved(ceremony, asked, client, item, made);
  await noteKnown(client);
  reportSaved();
  // Where this fails it stays as it is, and is offered all the same.
  await ceremony.answer({ credential: made.credential }, () => confirm(client, id, made.passkey.id).catch(() => undefined));
}

/** @returns the login that has it now. @throws unless the server has it whole */
async function saved(ceremony: Ceremony, asked: ParsedCreation, { vault }: Client, item: Item | null, made: MadePasskey): Promise<string> {
  const id = item === null ? await newLogin(ceremony, asked, vault, made) : await intoLogin(vault, item, made);
  const { state, fields } = await vault.open({ id, withKeys: true });
  const isThere = readPasskeyKeys(fields.x_passkey_keys ?? "").some((key) => key.id === made.key.id && key.key === made.key.key);
  if (state !== "intact" || !isThere) throw new ClientError("The passkey could not be saved.");
  return id;
}

async function newLogin({ host, open }: Ceremony, { user }: ParsedCreation, vault: Client["vault"], made: MadePasskey): Promise<string> {
  const draft = blankDraft("password");
  const title = host.replace(/^www\./, "");
  const fields = { ...draft.fields, title, username: user.name, website_url: open.origin, ...added({}, made) };
  return (await vault.create({ draft: { ...draft, fields } })).id;
}

async function intoLogin(vault: Client["vault"], { id }: Item, made: MadePasskey): Promise<string> {
  const base = await vault.open({ id, withKeys: true });
  const { kind, categoryId, favourite, fields } = base;
  await vault.update({ base, draft: { kind, categoryId, favourite, fields: { ...fields, ...added(fields, made) } } });
  return id;
}

function added(fields: FieldValues, { passkey, key }: MadePasskey): FieldValues {
  const both = withPasskey(fields, passkey, key);
  if (both === null) throw new ClientError("This login has as many passkeys as one can have. Choose another one.");
  return { ...both };
}

/** The page has it. */
async function confirm({ vault }: Client, itemId: string, id: string): Promise<void> {
  const base = await vault.open({ id: itemId });
  const { kind, categoryId, favourite, fields } = base;
  const x_passkeys = withPasskeyState(fields.x_passkeys ?? "", id, "kept", Date.now());
  await vault.update({ base, draft: { kind, categoryId, favourite, fields: { ...fields, x_passkeys } } });
  reportSaved();
}
