/** A table of the extension's own package (`public/`): read where it is needed, and no part of the worker's memory otherwise. */

export const packagedTable = async <Table>(name: string): Promise<Table> =>
  (await fetch(chrome.runtime.getURL(name))).json() as Promise<Table>;
