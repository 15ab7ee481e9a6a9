/** The ways a server, its database and its processes die, alone and in pairs; after each of them someone like a service manager starts what has ended, and does nothing else. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { beginStart, plain, postgresPid, type Started, type Starting } from "./process.ts";
import { createStory, ownConnection, type Story } from "./story.ts";

export interface Mortal {
  readonly dataDir: string;
  readonly story: Story;
  /** The one that serves now. */
  server(): Started;
  /** As its operator would, without waiting for it. */
  begin(): Starting;
  serveAgain(by?: Starting): Promise<void>;
}

/** @returns a server that is not started yet: `serveAgain` does that each time */
export function mortalServer(dataDir: string): Mortal {
  let server: Started | null = null;
  let starts = 0;
  const story = createStory();
  const begin: Mortal["begin"] = () => {
    starts++;
    // One process and several in turn: they start and end in different ways.
    const workers = starts % 2 === 0 ? "2" : "1";
    const own = starts;
    story.tell(`start ${own} begins, ${workers} workers`);
    const next = beginStart(dataDir, { WORKERS: workers }, plain, (text) => story.tell(text));
    void next.exit.then((code) => story.tell(`start ${own} has ended with ${code}`));
    return next;
  };
  return {
    dataDir,
    story,
    server: () => server ?? expect.fail("It was not started."),
    begin,
    serveAgain: async (by = begin()) => {
      server = await by.ready;
    },
  };
}

/** Made ready before a write, done in the middle of it. */
type Death = () => Promise<void>;
type Kind = (of: Mortal) => Promise<Death>;

export const upTo = (ms: number): Promise<void> => sleep(Math.random() * ms);

function killPostmaster({ dataDir, story }: Mortal): void {
  try {
    process.kill(postgresPid(dataDir), "SIGKILL");
    story.tell("the postmaster is killed");
  } catch {
    story.tell("the postmaster has ended already");
  }
}

async function restart(of: Mortal): Promise<void> {
  await of.server().end("SIGKILL");
  await of.serveAgain();
}

/** Kills one process of the database, as when memory runs out: PostgreSQL drops all connections and recovers from its log; the server stays. */
async function aConnection({ dataDir, story }: Mortal): Promise<Death> {
  const client = await ownConnection(dataDir);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const [{ pid }] = rows as [{ pid: number }];
  const gone = new Promise<void>((resolve) => client.once("end", resolve));
  return () => {
    process.kill(pid, "SIGKILL");
    story.tell("a connection is killed");
    return gone;
  };
}

const theServer: Kind = async (of) => () => restart(of);

const both: Kind = async (of) => () => {
  killPostmaster(of);
  return restart(of);
};

const thePostmaster: Kind = async (of) => async () => {
  killPostmaster(of);
  await of.server().exit;
  await of.serveAgain();
};

/** The second death meets a database that recovers from the first, or ends after it. */
const aConnectionThenTheServer: Kind = async (of) => {
  const die = await aConnection(of);
  return async () => {
    await die();
    await upTo(2_000);
    await restart(of);
  };
};

const thePostmasterThenTheServer: Kind = async (of) => async () => {
  killPostmaster(of);
  await upTo(2_000);
  await restart(of);
};

const aConnectionThenAStop: Kind = async (of) => {
  const die = await aConnection(of);
  return async () => {
    await die();
    await upTo(1_000);
    await of.server().end("SIGTERM");
    await of.serveAgain();
  };
};

/** The start comes as far as it comes: it waits for the old database, recovers, or serves already. */
const theServerThenItsStart: Kind = async (of) => async () => {
  await of.server().end("SIGKILL");
  const next = of.begin();
  await upTo(2_000);
  await next.end("SIGKILL");
  await of.serveAgain();
};

const theServerThenAStopOfItsStart: Kind = async (of) => async () => {
  await of.server().end("SIGKILL");
  const next = of.begin();
  await upTo(2_000);
  // Null: the signal came before the program was loaded.
  const code = await next.end("SIGTERM");
  expect([0, null], next.said()).toContain(code);
  await of.serveAgain();
};

/** The database that the start has begun is killed once more, if it came so far. */
const bothThenTheNextPostmaster: Kind = async (of) => async () => {
  const old = postgresPid(of.dataDir);
  killPostmaster(of);
  await of.server().end("SIGKILL");
  const next = of.begin();
  await upTo(2_000);
  if (!isAnother(of, old)) return of.serveAgain(next);
  const second = postgresPid(of.dataDir);
  killPostmaster(of);
  const served = await next.ready.catch(() => null);
  // It had just ended by itself, because of what the first one left, and the start has begun another.
  if (served !== null && isAnother(of, second)) return of.serveAgain(next);
  const code = await next.exit;
  expect(code, next.said()).toBe(1);
  await of.serveAgain();
};

function isAnother({ dataDir }: Mortal, old: number): boolean {
  try {
    const now = postgresPid(dataDir);
    return now > 0 && now !== old;
  } catch {
    return false; // None has begun.
  }
}

/** In turn. A process of the database more often: it needs no new server, which costs a second of work. */
export const DEATHS: readonly Kind[] = [
  aConnection,
  theServer,
  aConnection,
  both,
  aConnection,
  aConnectionThenTheServer,
  aConnection,
  thePostmaster,
  aConnectionThenAStop,
  thePostmasterThenTheServer,
  theServerThenItsStart,
  aConnection,
  theServerThenAStopOfItsStart,
  bothThenTheNextPostmaster,
];
