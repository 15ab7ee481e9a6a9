/** When the first rows of the vault are on the screen: what no one waits for, as the marks of sites, does not compete with them. */

/** A page without rows gets it all the same. */
const LATEST_MS = 3_000;

/** So long a page of a session waits that may have no list. */
export const NO_ROWS_MS = 1_500;

let seen = (): void => undefined;
const rows = new Promise<void>((resolve) => {
  seen = resolve;
});

/** They are in the page: what follows waits until they are painted too, or its files and sheets would come between. */
export const firstRowsSeen = (): void => void requestAnimationFrame(() => setTimeout(seen));

export const afterFirstRows = (latestMs = LATEST_MS): Promise<void> =>
  Promise.race([rows, new Promise<void>((resume) => setTimeout(resume, latestMs))]);
