/** Everybody's mailbox: the letters that wait in the server's queue, opened with the server's own key and rendered as they would be sent. */
import type { Pool } from "pg";
import type { Config } from "../apps/server/src/config.ts";
import { type LetterName, renderLetter, type ValuesOf } from "../apps/server/src/mail/letters.ts";
import { decryptForServer, deriveSecrets } from "../apps/server/src/secrets.ts";

export interface Letter {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

export type Mailbox = ReturnType<typeof openMailbox>;

export function openMailbox(pool: Pool, { serverSecret }: Config) {
  const { mail } = deriveSecrets(serverSecret);

  /** The oldest first. */
  async function lettersTo(email: string): Promise<Letter[]> {
    const { rows } = await pool.query<{ id: string; letter: LetterName; content: string }>(
      "select id, letter, content from outbox where content <> '' and not is_void order by created_at, ctid",
    );
    return rows.flatMap(({ id, letter, content }) => {
      const { to, values } = JSON.parse(decryptForServer(mail, id, content)) as { to: string; values: ValuesOf<LetterName> };
      return to === email ? { name: letter, ...renderLetter(letter, values) } : [];
    });
  }

  return {
    lettersTo,
    /** The six digits of the newest letter that has any. */
    codeFor: async (email: string): Promise<string> => {
      const codes = (await lettersTo(email)).flatMap(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? []);
      const code = codes.at(-1);
      if (!code) throw new Error(`No letter to ${email} has a code`);
      return code;
    },
  };
}
