/** Works on many records without blocking the page: WebCrypto's promises alone do not yield to the browser. */

/**
 * While one batch is worked on, the next is started, so that neither the page nor the platform's crypto waits for the other.
 * @param size - how many are started at once. @returns the results in the order of `all`. @throws the first error; work already started
 * goes on.
 */
export async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>, size = 100): Promise<R[]> {
  const results: R[] = [];
  let before: Promise<R[]> = Promise.resolve([]);
  for (let start = 0; start < all.length; start += size) {
    if (start > 0) await nextTurn();
    const batch = Promise.all(all.slice(start, start + size).map(work));
    batch.catch(() => undefined); // thrown when its turn comes, if the batch before has not failed
    results.push(...(await before));
    before = batch;
  }
  results.push(...(await before));
  return results;
}

/** Resolves when the browser has done its waiting work. A timer would add four milliseconds a hundred times for ten thousand records. */
export function nextTurn(): Promise<void> {
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(null);
  });
}
