/**
 * Rooms whose code is loaded when they are first needed: nobody who signs in waits for them. A room is a row here; its file is a chunk of its own, by that name, and
 * has its row in journeys/missing-parts.spec.ts.
 */

import { bindLate, loadPart } from "./late.ts";
import type { SharingApi } from "./sharing/api.ts";
import { readCount, writeCount } from "./sharing/away.ts";
import type { SharingContext, TeamAccess } from "./sharing/context.ts";
import type { OpenedSharing, openSharing } from "./sharing/opened.ts";
import type { Scope } from "./sync/scope.ts";
import type { KeyStore } from "./types.ts";
import type { VaultContext } from "./vault/context.ts";

const ROOMS = {
  account: () => import("./account/account-room.ts"),
  sharing: () => import("./sharing/sharing-room.ts"),
  team: () => import("./team/team-room.ts"),
  transfer: () => import("./transfer/transfer-room.ts"),
} as const;

type Rooms = { readonly [Name in keyof typeof ROOMS]: Awaited<ReturnType<(typeof ROOMS)[Name]>> };

/**
 * What is made of a room, once it is loaded.
 * @returns asks for it; the same one each time. What did not come is asked for again by the next. @throws ConnectionError
 */
export function lateRoom<Name extends keyof Rooms, Made>(name: Name, make: (room: Rooms[Name]) => Made): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  const load = async (): Promise<Made> => {
    try {
      return make(await loadPart(ROOMS[name] as () => Promise<Rooms[Name]>));
    } catch (error) {
      made = null;
      throw error;
    }
  };
  return () => {
    made ??= load();
    return made;
  };
}

/** The shared scopes of one client. */
export interface LateSharing extends Pick<OpenedSharing, "scopes" | "nextEnd" | "pull" | "giveBack" | "endVault" | "close"> {
  readonly api: (vault: VaultContext) => SharingApi;
  readonly context: (vault: VaultContext) => Promise<SharingContext>;
}

/** The team that somebody is in; nothing is loaded for whoever is in none. */
export function teamAccess(isInOne: () => boolean, load: () => Promise<TeamAccess>): TeamAccess {
  return {
    isInOne,
    sync: async (...what) => {
      if (isInOne()) await (await load()).sync(...what);
    },
    current: async (context) => (isInOne() ? (await load()).current(context) : null),
    hasMember: async (...who) => isInOne() && (await load()).hasMember(...who),
    isMember: async (id) => isInOne() && (await load()).isMember(id),
  };
}

/** While nothing is shared, by whoever is signed in or with them, nothing is loaded. */
export function lateSharing(keys: KeyStore, deps: Parameters<typeof openSharing>[0]): LateSharing {
  let opened: OpenedSharing | null = null;
  const open = lateRoom("sharing", ({ openSharing, sharingApi }) => {
    opened = openSharing(deps);
    return { opened, sharingApi };
  });
  const now = (): OpenedSharing | null => opened;
  return {
    scopes: (): readonly Scope[] => now()?.scopes() ?? [],
    nextEnd: () => now()?.nextEnd() ?? null,
    pull: async (vault) => {
      const personal = await vault.scope();
      if (opened === null && personal.shared.length === 0 && !deps.team.isInOne()) await writeCount(keys, personal.keys.scopeId, 0);
      else await (await open()).opened.pull(vault);
    },
    context: async (vault) => (await open()).opened.context(vault),
    giveBack: async (...what) => (await open()).opened.giveBack(...what),
    endVault: async (...what) => (await open()).opened.endVault(...what),
    api: (vault) => {
      const all = async (): Promise<SharingApi> => {
        const room = await open();
        return room.sharingApi(room.opened.context(vault));
      };
      // Asked where there is no connection: the room itself may not have come.
      const away = async (): Promise<number> => (opened ? (await all()).away() : readCount(keys, (await vault.scope()).keys.scopeId));
      return bindLate({ away }, all);
    },
    close: async () => now()?.close(),
  };
}
