/**
 * Rooms whose code is loaded when they are first needed: nobody who signs in waits for them. A room is a row here; its file is a chunk of its own, by that name, and
 * has its row in tests/journeys/missing-parts.spec.ts.
 */

import { bindLate, loadPart } from "./late.ts";
import type { SharingApi } from "./sharing/api.ts";
import { readCount } from "./sharing/away.ts";
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
export interface LateSharing extends Pick<OpenedSharing, "scopes" | "nextEnd" | "load" | "pull" | "close"> {
  readonly api: (vault: VaultContext) => SharingApi;
  readonly giveBack: (vault: VaultContext, within: Scope, ids: readonly string[]) => Promise<void>;
  readonly placeAlong: (vault: VaultContext, within: Scope, id: string, categoryId: string | null) => Promise<void>;
  readonly endVault: (vault: VaultContext, id: string) => Promise<void>;
  readonly context: (vault: VaultContext) => Promise<SharingContext>;
}

/** The team that somebody is in; nothing is loaded for whoever is in none, unless there is a reason to think that they are by now. */
export function teamAccess(isInOne: () => boolean, load: () => Promise<TeamAccess>): TeamAccess {
  return {
    isInOne,
    sync: async (context, isNow) => {
      if (isNow || isInOne()) await (await load()).sync(context, isNow);
    },
    current: async (context) => (isInOne() ? (await load()).current(context) : null),
    hasMember: async (...who) => isInOne() && (await load()).hasMember(...who),
    isMember: async (id) => isInOne() && (await load()).isMember(id),
  };
}

/** While nothing is shared, by whoever is signed in or with them, nothing is loaded. */
export function lateSharing(keys: KeyStore, deps: Parameters<typeof openSharing>[0]): LateSharing {
  let opened: OpenedSharing | null = null;
  const open = lateRoom("sharing", (room) => {
    opened = room.openSharing(deps);
    return { ...room, opened };
  });
  const inside = async (vault: VaultContext) => {
    const room = await open();
    return { ...room, context: room.opened.context(vault) };
  };
  const now = (): OpenedSharing | null => opened;
  const isKept = async ({ scope }: VaultContext): Promise<boolean> =>
    opened !== null || (await readCount(keys, (await scope()).keys.scopeId)) > 0;
  return {
    scopes: (): readonly Scope[] => now()?.scopes() ?? [],
    nextEnd: () => now()?.nextEnd() ?? null,
    load: async (vault) => {
      if (await isKept(vault)) await (await open()).opened.load(vault);
    },
    pull: async (vault) => {
      const isShared = (await vault.scope()).shared.length > 0;
      // What this device keeps of shares that have ended goes with the pull that says so.
      if (isShared || deps.team.isInOne() || (await isKept(vault))) await (await open()).opened.pull(vault);
    },
    context: async (vault) => (await inside(vault)).context,
    giveBack: (vault, ...what) => inside(vault).then(({ context, giveBackSome }) => giveBackSome(context, ...what)),
    placeAlong: (vault, ...what) => inside(vault).then(({ context, placeAlong }) => placeAlong(context, ...what)),
    endVault: (vault, id) => inside(vault).then(({ context, endSharing }) => endSharing(context, { id })),
    api: (vault) => {
      const all = (): Promise<SharingApi> => inside(vault).then(({ context, sharingApi }) => sharingApi(context));
      // Asked where there is no connection: the room itself may not have come.
      const away = async (): Promise<number> => (opened ? (await all()).away() : readCount(keys, (await vault.scope()).keys.scopeId));
      return bindLate({ away }, all);
    },
    close: async () => now()?.close(),
  };
}
