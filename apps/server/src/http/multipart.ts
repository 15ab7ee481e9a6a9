/** Reads a form with one file: the parts become fields of the input, the file's text under its part's name. Never touches the disk. */
import { AppError } from "@coffer/contract/errors";
import type { FastifyRequest } from "fastify";

/** Names and ids only; the file has its own limit. */
const FIELD_MAX_BYTES = 1024;
const MAX_PARTS = 8;

/**
 * @param maxBytes - of the file
 * @throws AppError unsupported_media, too_large, invalid_input
 */
export async function readForm(request: FastifyRequest, fileName: string, maxBytes: number): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new AppError("unsupported_media");
  const input: Record<string, unknown> = {};
  const limits = { fileSize: maxBytes, files: 1, fieldSize: FIELD_MAX_BYTES, parts: MAX_PARTS };
  for await (const part of request.parts({ limits })) {
    if (Object.hasOwn(input, part.fieldname)) throw new AppError("invalid_input", "The form holds a name twice.");
    if (part.type === "file") {
      const bytes = await part.toBuffer();
      if (part.fieldname !== fileName) throw new AppError("invalid_input", `The file must be sent as "${fileName}".`);
      input[part.fieldname] = bytes.toString("latin1");
    } else {
      if (part.valueTruncated) throw new AppError("too_large");
      input[part.fieldname] = part.value;
    }
  }
  return input;
}
