/** A real mail server on loopback, for tests. */
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface MailServer {
  /** @param login - `user:password@` */
  readonly url: (login?: string) => string;
  /** What it got, as it came. */
  readonly got: readonly string[];
  /** The plain texts of those to an address, oldest first. */
  readonly textsTo: (address: string) => Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const got: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onData: (stream, _, callback) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on("end", () => {
        got.push(text);
        callback();
      });
    },
    ...options,
  });
  server.on("error", () => undefined); // A client that hangs up is what some tests are about.
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  // It has no certificate that a client would trust, and is on loopback.
  const query = (login: string): string => (login === "" ? "" : "?requireTLS=false");
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  const textsTo = async (address: string): Promise<string[]> => {
    const emails = await Promise.all(got.map((text) => PostalMime.parse(text)));
    return emails.filter(({ to }) => to?.some((one) => one.address === address)).map(({ text = "" }) => text);
  };
  return { got, textsTo, url: (login = "") => `smtp://${login}127.0.0.1:${port}${query(login)}`, close };
}
