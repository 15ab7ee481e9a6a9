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

/** @returns the address of another program that the server's page names now; null when it is the same, or there is no answer. */
export async function findNewVersion(): Promise<string | null> {
  const running = runningProgram();
  try {
    const response = await fetch("/", { cache: "no-store", credentials: "omit" });
    if (!response.ok || running === null) return null;
    const served = /<script[^>]*\ssrc="([^"]+)"[^>]*>/g;
    const programs = [...(await response.text()).matchAll(served)].filter(([tag]) => tag.includes('type="module"'));
    const [, newest] = programs[0] ?? [];
    return newest === undefined || newest === running ? null : newest;
  } catch {
    return null; // no connection
  }
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
