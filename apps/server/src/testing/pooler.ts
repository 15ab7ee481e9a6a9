/**
 * A connection pooler in front of the test database, small and strict as PgBouncer is: it refuses start-up settings that it does not know, and in transaction mode
 * lends one session of the database to all its callers, for one statement each.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

interface Pooler {
  readonly url: string;
  close(): Promise<void>;
}

const KNOWN = new Set(["user", "database", "client_encoding", "application_name"]);
const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const READY = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]);
const refusal = (name: string): Buffer => message("E", Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`));

/** The names of a start-up message. */
function namesIn(startUp: Buffer): string[] {
  return startUp
    .toString("utf8", 8)
    .split("\0")
    .filter((text, at) => at % 2 === 0 && text !== "");
}

/** @param url - of a database on a socket, whose folder is in the query @param at - the port; 0 takes a free one */
export async function openPooler(url: string, mode: "session" | "transaction", at = 0): Promise<Pooler> {
  const path = `${new URL(url).searchParams.get("host")}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket.on("error", () => socket.destroy()));
    return socket;
  };
  const lend = mode === "transaction" ? lender(() => keep(connect(path))) : null;
  const server = createServer((caller) => {
    keep(caller).once("data", (startUp) => {
      const stray = namesIn(startUp).find((name) => !KNOWN.has(name));
      if (stray !== undefined) return void caller.end(refusal(stray));
      if (lend) return lend(caller, startUp);
      const database = keep(connect(path));
      database.write(startUp);
      database.pipe(caller).pipe(database);
    });
  });
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: Object.assign(new URL(url), { host: `127.0.0.1:${port}`, search: "" }).href, close };
}

/** A statement ends with "Z", ready for the next one. */
const isOver = (answer: Buffer): boolean => answer.length >= 6 && answer.readInt32BE(answer.length - 5) === 5 && answer.at(-6) === 0x5a;

/** Everyone's statements go to the one session, in turn. */
function lender(open: () => Socket): (caller: Socket, startUp: Buffer) => void {
  let session: Promise<Socket> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (database: Socket, question: Buffer, onAnswer: (piece: Buffer) => void): Promise<void> => {
    const over = new Promise<void>((resolve) => {
      const listen = (piece: Buffer): void => {
        onAnswer(piece);
        if (isOver(piece)) resolve(void database.off("data", listen));
      };
      database.on("data", listen);
    });
    database.write(question);
    await over;
  };
  return (caller, startUp) => {
    session ??= (async () => {
      const database = open();
      await ask(database, startUp, () => undefined);
      return database;
    })();
    const database = session;
    caller.write(READY);
    caller.on("data", (question) => {
      // Goodbye is said to the pooler.
      if (question[0] === 0x58) return;
      last = last.then(async () => ask(await database, question, (piece) => caller.write(piece)));
    });
  };
}
