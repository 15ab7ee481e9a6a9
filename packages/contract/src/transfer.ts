/** Import and export endpoints. The client reads the file; the server only sees it sealed (decision Z-08). */
import { IMPORT_CHUNK_ITEMS, IMPORT_MAX_BYTES } from "@coffer/core/constants";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PutChange, write } from "./record.ts";
import { Id, Nothing, QueryNumber, Seq, Wrapped } from "./schemas.ts";

/** A sealed file is longer than the file: base64url, header and tag (decision Z-08 allows 40 %). */
const SEALED_FILE_MAX_BYTES = Math.ceil(IMPORT_MAX_BYTES * 1.4);
const SealedFile = z
  .string()
  .regex(/^1\.[A-Za-z0-9_-]{116,}$/, "must be sealed")
  .max(SEALED_FILE_MAX_BYTES);

const ImportState = z.enum(["idle", "processing", "completed", "failed"]);

export const transfer = {
  sources: endpoint({
    method: "GET",
    path: "/import/sources",
    access: "signed-in",
    summary: "The programs whose files can be imported.",
    input: () => Nothing,
    reply: () =>
      z.object({
        success: z.literal(true),
        sources: z.array(
          z.object({ id: z.string(), name: z.string(), type: z.string(), supportedFormats: z.array(z.string()), icon: z.string() }),
        ),
      }),
    refuses: [],
  }),
  initialize: endpoint({
    method: "POST",
    path: "/import/initialize",
    access: "signed-in",
    summary: "Begins an import.",
    input: () => z.strictObject({ source_type: z.string().regex(/^[a-z0-9_-]{1,40}$/) }),
    reply: () => z.object({ success: z.literal(true), id: Id }),
    refuses: ["rate_limited"],
  }),
  upload: endpoint({
    method: "POST",
    path: "/import/upload",
    access: "signed-in",
    summary: "Stores the sealed file until the import ends. A plaintext file is refused.",
    input: () => z.strictObject({ file: SealedFile, importId: Id, sourceType: z.string().max(40) }),
    failure: "Upload failed",
    file: "file",
    maxBytes: SEALED_FILE_MAX_BYTES + 4096,
    reply: () => z.object({ success: z.literal(true), items: Wrapped.or(z.string()) }),
    refuses: ["not_found", "not_sealed", "import_finished"],
  }),
  progress: endpoint({
    method: "GET",
    path: "/import/progress/:id",
    access: "signed-in",
    summary: "The progress of an import.",
    input: () => z.strictObject({ id: Id }),
    reply: () =>
      z.object({
        success: z.literal(true),
        id: Id,
        status: ImportState,
        progress: z.int().min(0).max(100),
        parsed_data: z.string().nullable(),
        error_details: z.string().nullable(),
      }),
    refuses: ["not_found"],
  }),
  batch: endpoint({
    method: "POST",
    path: "/import/batch",
    access: "signed-in",
    summary: "Writes a chunk of imported records in one transaction. A row of an import is never written twice.",
    input: () =>
      z.strictObject({
        importId: Id,
        scope: Id,
        /** Number of rows in the whole import, for the progress. */
        total: QueryNumber,
        items: z
          .array(z.strictObject({ type: z.string().max(40), row: z.int().min(0), data: PutChange }))
          .min(1)
          .max(IMPORT_CHUNK_ITEMS),
        ...write,
      }),
    maxBytes: 8 * IMPORT_MAX_BYTES,
    reply: () =>
      z.object({
        success: z.literal(true),
        seq: Seq,
        created: z.int(),
        failed: z.array(z.object({ row: z.int(), message: z.string() })),
      }),
    refuses: ["not_found", "import_finished", "stale_head", "key_held", "bad_signature", "id_taken", "too_many_items"],
  }),
};
