/** From anything thrown to `{ success: false, code, message }`. A message may name a field, never a value; nothing unexpected is shown. */
import { AppError, type ErrorCode } from "@coffer/contract/errors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { databaseErrorCode } from "../db/database-errors.ts";
import { errorFields, type Log } from "../log.ts";
import { limitedAddress } from "./network.ts";

/** A refusal that says when to come back. */
export class LaterError extends AppError {
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, retryAfterSeconds: number, message?: string) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Issue = z.core.$ZodIssue;

/** Names come from the request, so only what looks like a name is repeated. */
const shown = (part: PropertyKey): string => (/^[\w-]{1,40}$/.test(String(part)) ? String(part) : "?");
const pathOf = (issue: Issue): string => issue.path.map(shown).join(".");

/** The end of a message that begins with the field's name. Our schemas say it themselves ("must be …", "is too long"); zod's own text quotes too much. */
function complaint(issue: Issue): string {
  if (issue.code === "invalid_type")
    return issue.message.endsWith("received undefined") ? "is missing" : `must be of type ${issue.expected}`;
  return /^(?:must be|is too) /.test(issue.message) ? issue.message : "is not in the expected form";
}

/** Whether content came that is not the shape of a seal or a wrap: plain text by mistake, most likely. */
const isNotSealed = (issue: Issue): boolean => issue.code === "invalid_format" && /^must be (sealed|wrapped)$/.test(issue.message);

/** The refusal of an input that its schema did not accept; names the first error. */
export function refuseInput(error: z.ZodError): AppError {
  const issue = error.issues.find(isNotSealed) ?? error.issues[0];
  if (!issue) return new AppError("invalid_input");
  if (isNotSealed(issue)) return new AppError("not_sealed", `The field "${pathOf(issue)}" must be encrypted before it is sent.`);
  if (issue.code === "unrecognized_keys") {
    const name = [...issue.path, issue.keys[0] ?? ""].map(shown).join(".");
    return new AppError("invalid_input", `The field "${name}" is not known here.`);
  }
  return new AppError("invalid_input", `The field "${pathOf(issue)}" ${complaint(issue)}.`);
}

const BY_STATUS: Readonly<Record<number, AppError>> = {
  413: new AppError("too_large"),
  415: new AppError("unsupported_media"),
};

/** Fastify's own refusals (size, media type, length, address) become ours; anything else is a bug and is not shown. */
function toRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === undefined || statusCode >= 500 || statusCode < 400) return null;
  return BY_STATUS[statusCode] ?? new AppError("invalid_input");
}

const TOO_MANY = 429;

/** A database that is gone or busy is usually back soon. */
const DATABASE_BACK_SECONDS = 5;

/** Errors that are no refusals: database problems, or bugs. Both are logged, and only the first is described to the caller. */
function refuseFailure(log: Log, error: unknown, request: FastifyRequest): AppError {
  const code = databaseErrorCode(error);
  log.error(code === null ? "request.failed" : `database.${code}`, { ...where(request), ...errorFields(error) });
  if (code === null || code === "damaged") return new AppError(code ?? "unexpected");
  return new LaterError(code, DATABASE_BACK_SECONDS);
}

const where = (request: FastifyRequest) => ({ requestId: request.id, method: request.method, route: request.routeOptions.url ?? null });

/** @param nameOf - what the log calls an address @param count - counts refusals by their code */
export const refuseWith =
  (log: Log, nameOf: (address: string) => string, count: (code: ErrorCode) => void = () => undefined) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refused = toRefusal(error);
    const refusal = refused ?? refuseFailure(log, error, request);
    count(refusal.code);
    if (refusal.status === TOO_MANY)
      log.warn("request.limited", { ...where(request), code: refusal.code, address: nameOf(limitedAddress(request.ip)) });
    if (refusal instanceof LaterError) reply.header("retry-after", String(refusal.retryAfterSeconds));
    void reply
      .status(refusal.status)
      .send({ success: false, code: refusal.code, message: refusal.message, ...(refused === null && { requestId: request.id }) });
  };
