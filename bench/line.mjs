/** A line between a browser and the server that can be cut: a service worker that is started without its server. */
import { connect, createServer } from "node:net";

/** @returns `origin` for the browser; `cut` ends what is open and takes no call after it */
export async function openLine(target) {
  const open = new Set();
  const { hostname, port } = new URL(target);
  const server = createServer((socket) => {
    const out = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
    for (const [one, other] of [
      [socket, out],
      [out, socket],
    ]) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => open.delete(one));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${server.address().port}`;
  const cut = () => {
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin, cut };
}
