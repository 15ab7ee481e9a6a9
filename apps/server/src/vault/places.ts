/** The calls that change which vault items are in and which are favourites: new places without a new save, each with the head that lists them. */
import { AppError } from "@coffer/contract/errors";
import type { PlaceChange } from "@coffer/contract/record";
import { columnsOfRow, type RecordColumns } from "@coffer/contract/record-columns";
import type { vault } from "@coffer/contract/vault";
import type { bulk } from "@coffer/contract/vault-lists";
import { and, eq, getTableColumns, ne } from "drizzle-orm";
import { lockAccessibleScopeOf, type RecordRow, type Viewer } from "../access.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import type { NewHead } from "./heads.ts";
import { writeRecords } from "./records.ts";
import { isAnyOf } from "./statements.ts";

type Calls = Pick<typeof vault, "toggleFavourite" | "place" | "unplace"> & typeof bulk;
type Body = NewHead & { readonly baseSeq: number };
type Patch = (now: RecordColumns) => Partial<RecordColumns>;

export function placeHandlers(deps: Deps): Handlers<Calls> {
  return {
    toggleFavourite: async ({ id, ...write }, viewer) => {
      const { seq, places } = await changePlaces(deps, viewer, [id], write, ({ favourite }) => ({ favourite: !favourite }));
      return { success: true, seq, favourite: places[0]?.favourite ?? false };
    },
    place: async ({ id, categoryId, ...write }, viewer) => answer(await changePlaces(deps, viewer, [id], write, () => ({ categoryId }))),
    unplace: async ({ id, ...write }, viewer) => answer(await changePlaces(deps, viewer, [id], write, () => ({ categoryId: null }))),
    placeMany: async ({ ids, categoryId, ...write }, viewer) =>
      answer(await changePlaces(deps, viewer, ids, write, () => ({ categoryId }))),
    setFavourites: async ({ ids, favourite, ...write }, viewer) =>
      answer(await changePlaces(deps, viewer, ids, write, () => ({ favourite }))),
  };
}

const answer = ({ seq }: { seq: number }) => ({ success: true as const, seq });

const { fields: _, seal: __, ...about } = getTableColumns(record);
/** Everything about a record but its content, which stays in the database. */
export const WITHOUT_CONTENT = about;

/** The place of a row with some of it changed. */
export const placeOf = (row: Omit<RecordRow, "fields" | "seal">, patch: Patch): PlaceChange => {
  const now = columnsOfRow(row);
  return { op: "place", id: row.id, ...now, ...patch(now) };
};

/** All or none: an id that is not among the live items of the scope makes the write void. */
function changePlaces(
  { db, now }: Deps,
  viewer: Viewer,
  ids: readonly string[],
  write: Body,
  patch: Patch,
): Promise<{ seq: number; places: readonly PlaceChange[] }> {
  const wanted = [...new Set(ids)];
  return db.transaction(async (tx) => {
    const { id: scopeId } = await lockAccessibleScopeOf(tx, viewer, wanted[0] ?? "", new Date(now()));
    const isItem = and(eq(record.scope_id, scopeId), eq(record.state, "live"), ne(record.kind, "category"));
    const rows = await tx
      .select(WITHOUT_CONTENT)
      .from(record)
      .where(and(isAnyOf(wanted), isItem));
    if (rows.length !== wanted.length) throw new AppError("not_found");
    const places = rows.map((row) => placeOf(row, patch));
    const seq = await writeRecords(tx, viewer, { ...write, scopeId, changes: places }, new Date(now()));
    return { seq, places };
  });
}
