/** Where to report a weakness (RFC 9116): the operator, at the address that the emails of this installation come from. */
import type { FastifyInstance } from "fastify";
import { type Config, linkTo } from "../config.ts";

const PATH = "/.well-known/security.txt";
const HALF_A_YEAR_MS = 180 * 86_400_000;

/** @param config - `mailFrom`: "Name <address>" or the address alone; the rest says where this is. */
export function serveSecurityTxt(app: FastifyInstance, config: Pick<Config, "mailFrom" | "publicUrl" | "port">): void {
  const address = /<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  app.get(PATH, (_request, reply) => {
    const lines = [
      `Contact: mailto:${address}`,
      // Computed for each reply, so that the date stays ahead as long as the server runs.
      `Expires: ${new Date(Date.now() + HALF_A_YEAR_MS).toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${linkTo(config, PATH)}`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
