import * as z from 'zod';
import { CALL_COMPLETED } from '../../shared/contract/calls/call-completed.ts';
import { RETRIES } from '../openapi/error-catalogue.ts';

/** The part of JSON Schema that the pages show. */
const schema = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  examples: z.array(z.unknown()).optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
  get allOf() {
    return z.array(schema).optional();
  },
});
export type Schema = z.infer<typeof schema>;

const reference = z.object({ $ref: z.string() });
const content = z.object({ 'application/json': z.object({ schema }) });

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string(),
  schema,
  example: z.union([z.string(), z.number()]).optional(),
});
export type Parameter = z.infer<typeof parameter>;

const header = z.object({
  description: z.string(),
  schema,
  example: z.union([z.string(), z.number()]).optional(),
});

const response = z.object({
  description: z.string(),
  headers: z.record(z.string(), reference).default({}),
  content: content.optional(),
});
export type Response = z.infer<typeof response>;

const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  'x-scope': z.string().optional(),
  parameters: z.array(z.union([parameter, reference])).default([]),
  requestBody: z
    .object({ description: z.string().optional(), required: z.boolean().default(false), content })
    .optional(),
  responses: z.record(z.string(), z.union([response, reference])),
});
export type Operation = z.infer<typeof operation>;

const errorEntry = z.object({ cause: z.string(), retry: z.enum(RETRIES), fix: z.string(), sentence: z.string() });
export type ErrorEntry = z.infer<typeof errorEntry>;

const document = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.object({ post: operation })),
  components: z.object({
    securitySchemes: z.object({ apiKey: z.object({ bearerFormat: z.string(), description: z.string() }) }),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), header),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string(), schema),
  }),
  'x-error-catalogue': z.object({
    codes: z.record(z.string(), errorEntry.extend({ status: z.number() })),
    withoutCode: z.record(z.string(), errorEntry),
  }),
});

export interface Endpoint extends Operation {
  readonly method: string;
  readonly path: string;
}

export type ApiDocument = ReturnType<typeof readApiDocument>;

/** Returns the content of openapi.json, and functions that return the targets of references. */
export function readApiDocument(text: string) {
  const { info, tags, paths, webhooks, components, ...rest } = document.parse(JSON.parse(text));
  const endpoints: readonly Endpoint[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ method: method.toUpperCase(), path, ...about })),
  );
  const schemaNamed = (name: string) => requireEntry(components.schemas, name);
  return {
    info,
    tags,
    endpoints,
    event: requireEntry(webhooks, CALL_COMPLETED).post,
    schemas: components.schemas,
    apiKey: components.securitySchemes.apiKey,
    errors: rest['x-error-catalogue'],
    schemaNamed,
    /** Returns the schema itself, or the target of its reference. */
    resolved: (given: Schema) => (given.$ref === undefined ? given : schemaNamed(nameInReference(given.$ref))),
    property: (name: string, property: string) => requireEntry(schemaNamed(name).properties ?? {}, property),
    parametersOf: (about: Operation) =>
      about.parameters.map((given) =>
        '$ref' in given ? requireEntry(components.parameters, nameInReference(given.$ref)) : given,
      ),
    responsesOf: (about: Operation) =>
      Object.entries(about.responses).map(
        ([status, given]) =>
          [status, '$ref' in given ? requireEntry(components.responses, nameInReference(given.$ref)) : given] as const,
      ),
    headersOf: ({ headers }: Response) =>
      Object.entries(headers).map(([name, { $ref }]) => ({
        name,
        ...requireEntry(components.headers, nameInReference($ref)),
      })),
    parameterNamed: (name: string) => requireEntry(components.parameters, name),
    headerNamed: (name: string) => requireEntry(components.headers, name),
  };
}

/** For `#/components/schemas/Line`, returns `Line`. */
export const nameInReference = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

function requireEntry<T>(record: Readonly<Record<string, T>>, name: string): T {
  const found = record[name];
  if (found === undefined) throw new Error(`openapi.json has no ${name}`);
  return found;
}
