/** How team tests begin: people who give their password whenever it is asked for again, and are invited by a link. */
import type { Person } from "./world.ts";

/** As most people do. @returns the same person */
export function givesPassword(person: Person): Person {
  person.onProofNeeded(async (client) => {
    await client.account.prove({ password: person.password });
    return true;
  });
  return person;
}

interface Joining {
  readonly teamId: string;
  /** 0 is a member. */
  readonly roleId?: number;
  readonly by?: "mail" | "link";
}

/** A person with an account is invited, and joins. @returns the link */
export async function joinTeam(host: Person, guest: Pick<Person, "client" | "email">, { teamId, roleId = 0, by = "link" }: Joining) {
  const link = new URL((await host.client.team.invite({ email: guest.email, roleId, teamId, by })) ?? "");
  await guest.client.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: link.hash });
  return link.href;
}
