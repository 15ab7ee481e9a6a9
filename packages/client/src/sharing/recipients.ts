/** Whom something is shared with: a person by an address, or the team one is in. */
import { fingerprint, type Party, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { SharingContext, TeamAtNow } from "./context.ts";
import { findPerson, refuseChanged } from "./people.ts";
import type { KnownPerson } from "./trust.ts";

/** Whom something is given to: by an address, or the own team. */
export type Recipient = PersonAt | { readonly team: TeamAtNow };

interface PersonAt {
  readonly person: Party;
  readonly email: string;
  /** As this account remembers them from now on. */
  readonly met?: KnownPerson;
}

/** @throws AppError no_such_account, shared_with_self; ClientError when the person's key is another than it was */
export async function personBy(context: SharingContext, address: string): Promise<PersonAt> {
  const found = await findPerson(context, { email: address });
  refuseChanged(found);
  const { accountId, publicKey, email } = found;
  const met = { email, fingerprint: toHex(await fingerprint(publicKey)), isVerified: false, since: context.now() };
  return { person: { accountId, publicKey }, email, met };
}

const NO_TEAM_KEY = "Your team's key is not on this device yet. It comes as soon as another member of the team is online.";

/** @throws ClientError where there is none that is believed, or its key has not come */
export async function ownTeam(context: SharingContext): Promise<{ readonly team: TeamAtNow }> {
  await context.team.sync(context, true);
  const team = await context.team.current(context);
  if (!team) throw new ClientError(NO_TEAM_KEY);
  return { team };
}
