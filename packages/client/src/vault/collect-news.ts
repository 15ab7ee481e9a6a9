/** Puts together what is told within a moment, leaves out what this device has already, and lets no one who tells thousands of changes have thousands asked for. */
import type { News } from "@coffer/contract/news";
import type { VaultContext } from "./context.ts";

/** `contents`: the vault, or what is shared. `team`: a membership, a role or a key of the team; contents may have changed with it. */
export type Changed = "contents" | "team";

type Holder = Pick<VaultContext, "scopes">;

/** Several rows of one change arrive within this time, and so does the answer to a save of this device. */
const TOGETHER_MS = 200;
/** So many changes one after the other are passed on at once, as people make them; then one in this time. */
const AT_ONCE = 10;
const REGAIN_MS = 5_000;

/** @returns what is called with all that is heard */
export function collecting(context: Holder, onChange: (what: Changed) => unknown, signal: AbortSignal): (news: readonly News[]) => void {
  const heard = new Map<string, News>();
  const places = createPlaces();
  let isTelling = false;
  const tell = async (): Promise<void> => {
    isTelling = true;
    while (heard.size > 0 && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(TOGETHER_MS, places.waitMs())));
      const together = [...heard.values()];
      heard.clear();
      const fresh = await freshOf(context, together).catch(() => []); // locked, or over
      if (signal.aborted || fresh.length === 0) continue;
      places.take();
      await onChange(fresh.some(({ what }) => what === "team") ? "team" : "contents");
    }
    isTelling = false;
  };
  return (news) => {
    for (const one of news) {
      const name = `${one.what} ${one.id}`;
      heard.set(name, newerOf(heard.get(name), one));
    }
    if (!isTelling) void tell();
  };
}

/** What was read when the line opened may come after what was told meanwhile. */
const newerOf = (before: News | undefined, { seq = 0, stamp = 0, ...rest }: News): News => ({
  ...rest,
  seq: Math.max(seq, before?.seq ?? 0),
  stamp: Math.max(stamp, before?.stamp ?? 0),
});

function createPlaces() {
  let [places, at] = [AT_ONCE, performance.now()];
  const regain = (): void => {
    const now = performance.now();
    places = Math.min(AT_ONCE, places + (now - at) / REGAIN_MS);
    at = now;
  };
  return {
    waitMs: (): number => {
      regain();
      return (1 - places) * REGAIN_MS;
    },
    take: (): void => {
      regain();
      places -= 1;
    },
  };
}

/** Without what the last pull, or a save of this device, has brought. */
async function freshOf({ scopes }: Holder, heard: readonly News[]): Promise<readonly News[]> {
  const [personal, ...shared] = await scopes();
  const listed = new Map(personal.shared.map((one) => [one.id, one]));
  const held = new Map(shared.map((one) => [one.keys.scopeId, one.seq]));
  return heard.filter(({ what, id = "", seq = 0, stamp = 0 }) => {
    if (what !== "scope") return true;
    if (id === personal.keys.scopeId) return personal.seq < seq;
    const known = listed.get(id);
    return !(known && known.stamp >= stamp && Math.max(known.seq, held.get(id) ?? 0) >= seq);
  });
}
