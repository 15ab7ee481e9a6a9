/** `GET /api/openapi.json`: the contract as an OpenAPI 3.1 document. */
import { allEndpoints } from "@coffer/contract/all-endpoints";
import { type Endpoint, pathNames } from "@coffer/contract/endpoint";
import { ERRORS } from "@coffer/contract/errors";
import { PRODUCT_NAME } from "@coffer/core/constants";
import { z } from "zod";

type Json = Record<string, unknown>;
interface ObjectSchema {
  readonly properties?: Record<string, Json>;
  readonly required?: readonly string[];
}

const REFUSAL: Json = {
  type: "object",
  required: ["success", "code", "message"],
  properties: { success: { const: false }, code: { type: "string" }, message: { type: "string" }, requestId: { type: "string" } },
};

export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, spec] of allEndpoints()) {
    const path = `/api${spec.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(name, spec) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${PRODUCT_NAME} API`, version },
    servers: [{ url: "/" }],
    paths,
    components: { securitySchemes: { session: { type: "http", scheme: "bearer" } }, schemas: { Refusal: REFUSAL } },
  };
}

const toSchema = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest as Json;
};

function operation(name: string, spec: Endpoint): Json {
  const input = toSchema(spec.input, "input") as ObjectSchema;
  const inPath = pathNames(spec.path);
  const names = Object.keys(input.properties ?? {});
  const inQuery = spec.method === "GET" ? names.filter((field) => !inPath.includes(field)) : (spec.query ?? []);
  const inBody = names.filter((field) => !inPath.includes(field) && !inQuery.includes(field));
  return {
    operationId: name,
    tags: [name.split(".")[0]],
    summary: spec.summary,
    security: spec.access === "public" ? [] : [{ session: [] }],
    parameters: [...inPath.map((field) => parameter(input, field, "path")), ...inQuery.map((field) => parameter(input, field, "query"))],
    ...(inBody.length > 0 ? { requestBody: requestBody(spec, input, inBody) } : {}),
    responses: responses(spec),
  };
}

const isRequired = (input: ObjectSchema, name: string): boolean => input.required?.includes(name) ?? false;
const parameter = (input: ObjectSchema, name: string, place: "path" | "query"): Json => ({
  name,
  in: place,
  required: place === "path" || isRequired(input, name),
  schema: input.properties?.[name] ?? {},
});

function requestBody(spec: Endpoint, input: ObjectSchema, names: readonly string[]): Json {
  const properties = Object.fromEntries(names.map((name) => [name, input.properties?.[name] ?? {}]));
  const schema = { type: "object", properties, required: names.filter((name) => isRequired(input, name)), additionalProperties: false };
  return { required: schema.required.length > 0, content: { [spec.file ? "multipart/form-data" : "application/json"]: { schema } } };
}

/** Several refusals may share a status; their messages are listed together. */
function responses(spec: Endpoint): Json {
  const answers: Record<string, Json> = {
    "200": { description: "Done", content: { "application/json": { schema: toSchema(spec.reply, "output") } } },
  };
  const common =
    spec.access === "public" ? (["invalid_input"] as const) : (["invalid_input", "authentication_required", "session_expired"] as const);
  const isAsking = spec.fresh || (spec.access === "signed-in" && !spec.whileLocked);
  const proof = isAsking ? (["fresh_proof_needed"] as const) : [];
  for (const code of [...common, ...proof, ...spec.refuses]) {
    const [status, message] = ERRORS[code];
    const description = [answers[status]?.description, `${code}: ${message}`].filter(Boolean).join(" ");
    answers[status] = { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } };
  }
  return answers;
}
