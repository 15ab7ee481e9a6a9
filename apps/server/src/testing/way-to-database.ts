/** A way to a test's database that can be cut, as a network. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

export interface Way {
  /** Leads over it. */
  readonly url: string;
  /** Those who are connected no longer are, and no one gets through. */
  cut(): void;
  mend(): Promise<void>;
}

/** @param databaseUrl - names the folder of a socket, as those of a test run do (postgres.ts) */
export async function openWay(databaseUrl: string): Promise<Way> {
  const socketDir = new URL(databaseUrl).searchParams.get("host") ?? "";
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const there = connect(join(socketDir, ".s.PGSQL.5432"));
    for (const end of [caller.pipe(there), there.pipe(caller)]) open.add(end.on("error", () => undefined));
  });
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) });
  url.searchParams.delete("host");
  const cut = (): void => {
    server.close();
    for (const end of open) end.destroy();
    open.clear();
  };
  return { url: url.href, cut, mend: () => listen(port) };
}
