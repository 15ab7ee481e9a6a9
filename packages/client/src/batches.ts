/** Work on many records without holding up the page: WebCrypto's promises alone do not yield to the browser. */

/** @param size - how many at once. @returns the results in the order of `all`. @throws the first error; what was begun beside it goes on. */
export async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>, size = 500): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < all.length; start += size) {
    if (start > 0) await new Promise((resume) => setTimeout(resume));
    results.push(...(await Promise.all(all.slice(start, start + size).map(work))));
  }
  return results;
}
