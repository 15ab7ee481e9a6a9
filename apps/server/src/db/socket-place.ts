/**
 * Where the socket of the bundled PostgreSQL is: in DATA_DIR, which commands that run next to the server see too. The temporary folder of a service is often its
 * own (PrivateTmp of systemd), and a command would find nothing there.
 */
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Account, canReach, type PostgresFiles } from "./postgres-files.ts";

const PREFIX = "socket-";
/** The path of a socket may have this many bytes, less on macOS. */
const MOST_BYTES = process.platform === "darwin" ? 103 : 107;
const OWN_BYTES = `/${PREFIX}XXXXXX/.s.PGSQL.5432`.length;

/** Its path is short on every machine. */
export const LAST_PLACE = "/tmp";

/** Folders in which the socket's own may be, the best first. The second is the one that systemd makes for a unit with RuntimeDirectory. */
export function socketPlaces({ account, data }: Pick<PostgresFiles, "account" | "data">): string[] {
  const wanted = [dirname(data), process.env.RUNTIME_DIRECTORY ?? "", tmpdir()];
  const isFit = (path: string): boolean => path.startsWith("/") && Buffer.byteLength(path) + OWN_BYTES <= MOST_BYTES;
  return [...wanted.filter((path) => isFit(path) && (account === null || canReach(path, account))), LAST_PLACE];
}

/** One that only the database's account may enter. */
export function makeSocketDir(place: string, account: Account): string {
  const socketDir = mkdtempSync(join(place, PREFIX));
  if (account) chownSync(socketDir, account.uid, account.gid);
  return socketDir;
}

/** Some file systems that containers share with their host know no sockets. */
export const takesNoSocket = (said: string): boolean => /could not create any Unix-domain sockets/.test(said);

/** What servers have left that were killed together with the shell that removes it. To be called by the one that has the cluster's lock. */
export function removeOldSocketDirs({ data }: Pick<PostgresFiles, "data">): void {
  const home = dirname(data);
  for (const name of readdirSync(home)) if (/^socket-\w{6}$/.test(name)) rmSync(join(home, name), { recursive: true, force: true });
}
