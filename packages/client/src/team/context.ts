/** What every function of the team feature works with. */
import type { Random } from "@coffer/crypto";
import type { Sessions } from "../account/session.ts";
import type { Call } from "../call.ts";
import type { SharingContext } from "../sharing/context.ts";
import type { KeyStore } from "../types.ts";
import type { TeamSession } from "./team-session.ts";

export interface TeamContext {
  readonly call: Call;
  readonly sessions: Sessions;
  readonly keys: KeyStore;
  readonly random: Random;
  readonly now: () => number;
  readonly teamSession: TeamSession;
  readonly sharing: () => Promise<SharingContext>;
}

export const isOwnTeam = ({ sessions }: Pick<TeamContext, "sessions">, teamId: string): boolean => sessions.session?.teamId === teamId;
