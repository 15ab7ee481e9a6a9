/** What an email is made of. */

/** A paragraph, a code or address on a line of its own, or another person's words. */
export type Block = string | { readonly code: string } | { readonly link: string } | { readonly quote: string };

export interface Template<Name extends string = string> {
  readonly subject: string;
  /** Minutes after which its content is no longer true. */
  readonly validMinutes?: number;
  readonly isPlain?: boolean;
  readonly blocks: (values: Readonly<Record<Name, string>>) => readonly Block[];
}

export const template = <Name extends string = never>(row: Template<Name>): Template<Name> => row;
