/** Everyone's mailbox: the emails that wait in the server's queue, opened with the server's own key and rendered as they would be sent. */
import type { Pool } from "pg";
import type { Config } from "../../apps/server/src/config.ts";
import type { EmailName, ValuesOf } from "../../apps/server/src/mail/emails.ts";
import { renderEmail } from "../../apps/server/src/mail/render-email.ts";
import { decryptForServer, deriveSecrets } from "../../apps/server/src/secrets.ts";

export interface Email {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

export function openMailbox(pool: Pool, { serverSecret }: Config) {
  const { mail } = deriveSecrets(serverSecret);

  /** The oldest first. */
  async function emailsTo(address: string): Promise<Email[]> {
    const { rows } = await pool.query<{ id: string; name: EmailName; content: string }>(
      "select id, letter as name, content from outbox where content <> '' and not is_void order by created_at, ctid",
    );
    return rows.flatMap(({ id, name, content }) => {
      const sent = JSON.parse(decryptForServer(mail, id, content)) as { to: string; language: string; values: ValuesOf<EmailName> };
      return sent.to === address ? { name, ...renderEmail(name, sent.values, sent.language) } : [];
    });
  }

  return {
    emailsTo,
    /** The six digits of the newest email that has any. */
    codeFor: async (address: string): Promise<string> => {
      const codes = (await emailsTo(address)).flatMap(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? []);
      const code = codes.at(-1);
      if (!code) throw new Error(`No email to ${address} has a code`);
      return code;
    },
  };
}
