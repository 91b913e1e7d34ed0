import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Json, schemasOf } from './schemas.ts';

/** A parameter in the document. `at` follows references. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Json;
}
export interface Response {
  readonly headers?: Record<string, { $ref: string }>;
}
export interface Operation {
  readonly operationId: string;
  readonly parameters?: (Parameter | { $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Record<string, Response | { $ref: string }>;
}

export interface ApiDocument {
  readonly content: Json;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  /** Returns the node at a JSON pointer after following its reference, with its own pointer. */
  at<T>(pointer: string): { readonly pointer: string; readonly node: T };
  schema(pointer: string): ValidateFunction;
}

export const checkedInDocument = (): Json =>
  JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));

export function apiDocument(content: Json): ApiDocument {
  const { paths, webhooks } = content as unknown as ApiDocument;
  const at = <T>(pointer: string): { pointer: string; node: T } => {
    const node = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((parent, name) => (parent as Json)[name.replaceAll('~1', '/').replaceAll('~0', '~')], content);
    const { $ref } = (node ?? {}) as { $ref?: string };
    return $ref === undefined ? { pointer, node: node as T } : at($ref.slice(1));
  };
  return { content, paths, webhooks, at, schema: schemasOf(content) };
}

/** Changes the document as --allow-local-webhooks changes the service: receivers may use plain HTTP. */
export function withLocalWebhooks(document: Json): Json {
  const copy = structuredClone(document);
  const { node: url } = apiDocument(copy).at<Json>('/components/schemas/WebhookRegistration/properties/url');
  url['pattern'] = '^[hH][tT][tT][pP][sS]?://';
  return copy;
}

/** Makes named schemas reject unknown fields, so that every field that the service sends must be documented. */
export function closed(document: Json): Json {
  const copy = structuredClone(document);
  const { node: schemas } = apiDocument(copy).at<Record<string, Json>>('/components/schemas');
  for (const schema of Object.values(schemas)) {
    if (schema['type'] === 'object') schema['additionalProperties'] = false;
  }
  return copy;
}
