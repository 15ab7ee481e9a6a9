/** Signs a site in with a passkey that the person picks. A private key is opened for one signature, and wiped. */
import { type Client, ClientError } from "@coffer/client";
import { type AssertedCredential, assertPasskey, verificationForRequest } from "@coffer/client/assert-passkey";
import { asksAgain } from "@coffer/core/items/ask-again";
import { titleOf } from "@coffer/core/items/item";
import { readPasskeyKeys, readPasskeys } from "@coffer/core/items/passkeys";
import { ownershipLine } from "../fill/ownership-lines.ts";
import { reportUsed } from "../pages/report-use.ts";
import type { Ceremony, Choice } from "./ceremony.ts";
import { isOffered } from "./known-passkeys.ts";
import { type Match, matchingPasskeys } from "./matching-passkeys.ts";
import type { ParsedRequest } from "./parse-request.ts";

/** Those that the site asks for, the surest first; of the login that was picked already where one was. */
export async function signInChoices(ceremony: Ceremony, asked: ParsedRequest, client: Client): Promise<Choice[]> {
  const { picked } = ceremony.open;
  const found = matchingPasskeys(ceremony.site, asked, await ceremony.items(client));
  return found.filter(({ item }) => picked === undefined || item.id === picked).map((one) => choiceOf(ceremony, asked, client, one));
}

function choiceOf(ceremony: Ceremony, asked: ParsedRequest, client: Client, { item, passkey }: Match): Choice {
  const account = passkey.name || passkey.displayName || titleOf(item);
  return {
    // A copy of a login, made by an earlier version, has the same passkeys.
    key: `${item.id} ${passkey.id}`,
    title: account,
    detail: titleOf(item),
    note: ownershipLine(item),
    label: `Sign in as ${account}`,
    wantsPassword: async () => asksAgain(await client.vault.open(item)) || ceremony.wantsPassword(client, verificationForRequest(asked)),
    take: () => signIn(ceremony, asked, client, { itemId: item.id, id: passkey.id }),
  };
}

async function signIn(
  ceremony: Ceremony,
  asked: ParsedRequest,
  client: Client,
  { itemId, id }: { readonly itemId: string; readonly id: string },
): Promise<void> {
  await ceremony.newsSoon(client);
  const { state, fields } = await client.vault.open({ id: itemId, withKeys: true });
  const passkey = readPasskeys(fields.x_passkeys ?? "").find((one) => one.id === id);
  if (passkey !== undefined && !isOffered(passkey)) throw new ClientError("This passkey was removed on another device.");
  const key = readPasskeyKeys(fields.x_passkey_keys ?? "").find((one) => one.id === id);
  if (state !== "intact" || passkey === undefined || key === undefined) throw new ClientError("This passkey cannot be read.");
  const { origin, relatedTo, tabId } = ceremony.open;
  const page = { origin, relatedTo };
  const isVerified = await ceremony.isVerified(client, verificationForRequest(asked));
  const signed = await assertPasskey({ page, options: asked, isVerified, passkey, key });
  reportUsed(itemId, tabId, `${origin}/`);
  await ceremony.answer("error" in signed ? signed : { credential: withAppid(asked, signed) });
}

/** An older kind of key was not used, which a site that asks wants to hear. */
const withAppid = ({ appid }: ParsedRequest, credential: AssertedCredential): object =>
  appid !== undefined ? { ...credential, clientExtensionResults: { ...credential.clientExtensionResults, appid: false } } : credential;
