/** Listens to what the triggers of migration 0035 tell: what has changed, and for whom. One connection for each process, opened with the first reader. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type Pool } from "pg";
import { z } from "zod";
import { errorFields, type Log } from "../log.ts";

const NewsMessage = z.discriminatedUnion("what", [
  z.object({ what: z.literal("scope"), to: z.array(z.string()), id: z.string(), seq: z.number(), stamp: z.number() }),
  z.object({ what: z.enum(["shares", "team"]), to: z.array(z.string()) }),
  /** A session is over, or locked. */
  z.object({ what: z.literal("session"), id: z.string() }),
]);
export type NewsMessage = z.infer<typeof NewsMessage>;

interface Hearing {
  readonly onNews: (told: NewsMessage) => void;
  /** The connection was lost and is back: anything may have been told meanwhile. */
  readonly onGap: () => void;
}

export interface NewsListener {
  /** Resolves once it hears, or after a moment without a database. */
  readonly listening: Promise<unknown>;
  end(): Promise<void>;
}

const AGAIN_MS = 1_000;
/** A connection that died without a word is noticed by a question that has no answer within its time. */
const ASK_MS = 20_000;
const ANSWER_MS = 5_000;
/** A reader waits no longer for the first connection, nor a stop for the last one. */
const WAIT_MS = 2_000;

/** @param askMs - shorter in tests */
export function listenForNews({ options }: Pool, log: Log, { onNews, onGap }: Hearing, askMs = ASK_MS): NewsListener {
  let isOver = false;
  let current: Client | null = null;
  // From then on someone may have read numbers while nothing was heard.
  let isGap = false;
  const late = sleep(WAIT_MS, null, { ref: false }).then(() => {
    isGap = true;
  });
  const hear = ({ payload = "" }: { readonly payload?: string | undefined }): void => {
    const told = NewsMessage.safeParse(readJson(payload));
    if (told.success && !isOver) onNews(told.data);
  };
  const stayListening = async (onFirst: () => void): Promise<void> => {
    while (!isOver) {
      current = new Client({ ...options, query_timeout: Math.min(askMs, ANSWER_MS) });
      try {
        await listen(current, askMs, hear, () => {
          if (isGap) onGap();
          isGap = true;
          onFirst();
        });
      } catch (error) {
        if (!isOver) log.warn("news.not-heard", errorFields(error));
      }
      await current.end().catch(() => undefined);
      if (!isOver) await sleep(AGAIN_MS, null, { ref: false });
    }
  };
  const first = new Promise<void>((resolve) => void stayListening(resolve));
  return {
    listening: Promise.race([first, late]),
    end: async () => {
      isOver = true;
      await Promise.race([current?.end().catch(() => undefined), sleep(WAIT_MS, null, { ref: false })]);
    },
  };
}

/** Resolves when the connection is lost. */
async function listen(
  client: Client,
  askMs: number,
  hear: (message: { payload?: string | undefined }) => void,
  onListening: () => void,
): Promise<void> {
  const lost = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
  });
  client.on("notification", hear);
  await client.connect();
  await client.query("listen coffer_news");
  onListening();
  const asking = setInterval(() => client.query("select 1").catch(() => client.end().catch(() => undefined)), askMs);
  await lost.finally(() => clearInterval(asking));
}

/** Anyone who may write to the database may tell something; what is no news is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
