/** What lies between clients and a server in `bench -- scale`: passes bytes on as they are, and counts them. Headers and what HTTP adds count; TLS, TCP and IP would come on top. */
import { connect, createServer } from "node:net";

/** @returns the address of the line, and what went over it so far */
export async function openLine(target) {
  const sent = { up: 0, down: 0 };
  const open = new Set();
  const pass = (from, to, name) => {
    from.on("data", (piece) => {
      sent[name] += piece.length;
    });
    from.pipe(to);
    // Either side may hang up.
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  };
  const line = createServer((client) => {
    const server = connect(Number(target.port), "127.0.0.1");
    for (const one of [client, server]) open.add(one.on("close", () => open.delete(one)));
    pass(client, server, "up");
    pass(server, client, "down");
  });
  await new Promise((resolve) => line.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const one of open) one.destroy();
    return new Promise((resolve) => line.close(resolve));
  };
  return { origin: `http://localhost:${line.address().port}`, sent, close };
}
