/** That a part of the app could not be loaded: there is no connection, or a newer version of it has taken the place of the one that is open. */

export class MissingPart extends Error {
  /** Forgets the failure, so that drawing the same once more asks for the part again. */
  readonly again: () => void;

  constructor(again: () => void, options?: ErrorOptions) {
    super("A part of this page could not be loaded.", options);
    this.name = "MissingPart";
    this.again = again;
  }
}

/** The address of the program that is running, as its page names it. */
const runningProgram = (): string | null => document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;

/** @returns the address of the program that the server's page names now, "" where it is the one that is running; null when there is no answer. */
export async function findServed(): Promise<string | null> {
  const running = runningProgram();
  // With the cookie of the language: another language is another program.
  const served = await fetch("/", { cache: "no-store" }).then(
    async (response) => (response.ok ? /<script type="module"[^>]* src="([^"]+)"/.exec(await response.text())?.[1] : null),
    () => null, // no connection
  );
  return running && served ? (served === running ? "" : served) : null;
}

/** Style sheets that did not come with a part are asked for again: the part itself would come without its looks. */
export async function reviveSheets(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve) => {
          const fresh = link.cloneNode() as HTMLLinkElement;
          fresh.addEventListener("load", resolve);
          fresh.addEventListener("error", resolve);
          link.replaceWith(fresh);
        }),
    ),
  );
}
