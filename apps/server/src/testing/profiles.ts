/** The steps that link two accounts, for tests: both people exist already, so the link is written as the product's own call would write it. */
import { createHash } from "node:crypto";
import { profileLink } from "../db/access-tables.ts";
import { id, type Person, registration, type Server, wrapped } from "./world.ts";

/** The proof of every link in tests. */
export const LINK_AUTH = "ab".repeat(32);
const linkAuthHash = createHash("sha256").update(Buffer.from(LINK_AUTH, "hex")).digest("hex");

/** What the client sends to open a linked profile. */
export function profileForm(email: string, caller: Pick<Person, "accountId">) {
  const { token: _, is_invited: __, ...form } = registration(email, "none");
  return { ...form, linkToUserId: caller.accountId, linkId: id(), forExisting: wrapped(), forNew: wrapped(), linkAuthHash };
}

/** Proves the address and opens the profile. */
export async function openProfile(
  server: Server,
  caller: Pick<Person, "accountId" | "call">,
  email: string,
): Promise<ReturnType<typeof profileForm>> {
  await caller.call("POST", "/users/initiate-profile-link", { email });
  await caller.call("POST", "/users/verify-profile-email", { email, code: await server.mailedCode(email) });
  const form = profileForm(email, caller);
  const { status, body } = await caller.call("POST", "/users/profiles", form);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return form;
}

/** A link between two accounts that are there already. */
export async function linkProfile(server: Server, existing: Person, added: Person): Promise<void> {
  await server.db.insert(profileLink).values({
    id: id(),
    existing_id: existing.accountId,
    new_id: added.accountId,
    for_existing: wrapped(),
    for_new: wrapped(),
    existing_epoch: 1,
    new_epoch: 1,
    link_auth_hash: linkAuthHash,
    created_at: new Date(server.clock.now),
  });
}
