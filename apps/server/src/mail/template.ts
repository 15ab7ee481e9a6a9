/** What an email is made of. */

/** A paragraph, a code or address on a line of its own, or another person's words. */
export type Block = string | { readonly code: string } | { readonly link: string } | { readonly quote: string };

/** What a reader reads: it is written once in each language. */
export interface Words<Name extends string = string> {
  readonly subject: string;
  readonly blocks: (values: Readonly<Record<Name, string>>) => readonly Block[];
}

export interface Template<Name extends string = string> extends Words<Name> {
  /** Minutes after which its content is no longer true. */
  readonly validMinutes?: number;
  readonly isPlain?: boolean;
}

export const template = <Name extends string = never>(row: Template<Name>): Template<Name> => row;

/** The same emails in another language: words alone, so that no translation makes HTML of what goes as plain text. */
export type Translated<Emails extends Readonly<Record<string, Words>>> = {
  readonly [Name in keyof Emails]: Pick<Emails[Name], "subject" | "blocks">;
};
