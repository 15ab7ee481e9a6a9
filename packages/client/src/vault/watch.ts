/**
 * Tells what others change while an app is open, within a moment. What the server tells is a hint: who hears it pulls, and what is pulled is verified as always. A server that
 * tells nothing, or lies, changes how soon something is seen and nothing else.
 */
import { api } from "@coffer/contract/api";
import { isRefusal } from "@coffer/contract/errors";
import type { News } from "@coffer/contract/news";
import { ClientError } from "../errors.ts";
import type { VaultContext } from "./context.ts";

/** `contents`: the vault, or what is shared. `team`: a membership, a role or a key of the team; contents may have changed with it. */
export type Changed = "contents" | "team";

type OnChange = (what: Changed) => void;
type Watcher = Pick<VaultContext, "call" | "pause" | "scopes">;

/** Several rows of one change arrive within this time, and so does the answer to a save of this device. */
const TOGETHER_MS = 200;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** One that ends sooner has failed: of too many lines of one session, each new one would else end another at once, round and round. */
const SOON_MS = 60_000;

/**
 * @param onChange - called once for what comes within a moment
 * @returns a function that ends it. It ends by itself where the server is of an earlier version, or the session is over.
 */
export function watch(context: Watcher, { onChange }: { readonly onChange: OnChange }): () => void {
  const end = new AbortController();
  void listen(context, collecting(context, onChange, end.signal), end.signal);
  return () => end.abort();
}

async function listen({ call, pause }: Watcher, hear: (news: News) => void, signal: AbortSignal): Promise<void> {
  let failures = 0;
  for (let isLate = false; !signal.aborted; ) {
    const began = performance.now();
    const onRows = (_: string, rows: readonly unknown[]): void => {
      // Once the line is open, so that nothing falls in between: what was told while no one listened.
      if (isLate) hear({ what: "all" });
      isLate = false;
      (rows as readonly News[]).forEach(hear);
    };
    try {
      await call(api.vault.watch, {}, undefined, onRows, signal);
    } catch (error) {
      if (error instanceof ClientError || isRefusal(error, "not_found") || isRefusal(error, "session_expired")) return;
    }
    failures = performance.now() - began < SOON_MS ? failures + 1 : 0;
    isLate = true;
    if (!signal.aborted) await pause(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2));
  }
}

/** Puts together what comes within a moment, and leaves out what this device has already. */
function collecting(context: Watcher, onChange: OnChange, signal: AbortSignal): (news: News) => void {
  let heard: News[] = [];
  const tell = async (): Promise<void> => {
    const together = heard;
    heard = [];
    const known = await Promise.all(together.map((news) => isKnown(context, news).catch(() => true))); // locked, or over
    const fresh = together.filter((_, at) => known[at] === false);
    if (signal.aborted || fresh.length === 0) return;
    onChange(fresh.some(({ what }) => what === "team") ? "team" : "contents");
  };
  return (news) => {
    heard.push(news);
    if (heard.length === 1) setTimeout(() => void tell(), TOGETHER_MS);
  };
}

/** Whether the last pull, or a save of this device, has brought it. */
async function isKnown({ scopes }: Watcher, { what, id, seq = 0, stamp = 0 }: News): Promise<boolean> {
  if (what !== "scope") return false;
  const [personal, ...shared] = await scopes();
  if (id === personal.keys.scopeId) return personal.seq >= seq;
  const listed = personal.shared.find((one) => one.id === id);
  const held = shared.find(({ keys }) => keys.scopeId === id)?.seq ?? 0;
  return listed !== undefined && listed.stamp >= stamp && Math.max(listed.seq, held) >= seq;
}
