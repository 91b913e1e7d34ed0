import type { ApiDocument, Operation, Parameter } from './api-document.ts';
import { step } from './schemas.ts';

export interface SentRequest {
  readonly method: string;
  /** The path with its query, as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Uint8Array | undefined;
}

export interface Found {
  /** The JSON pointer of the operation, such as `/paths/~1v1~1tenants/get`. */
  readonly pointer: string;
  readonly operation: Operation;
}

/** Returns the operation of a request. */
export function operationFor({ paths }: ApiDocument, { method, path }: SentRequest): Found | undefined {
  const bare = path.replace(/\?.*$/s, '').replace(/\/$/, '');
  const template = Object.keys(paths).find((candidate) =>
    new RegExp(`^${candidate.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  );
  const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()];
  return operation && { pointer: `/paths/${step(template ?? '')}/${method.toLowerCase()}`, operation };
}

/** Returns the differences of a request from the document. Does not check the API key. */
export const requestFaults = (document: ApiDocument, found: Found, request: SentRequest): string[] => [
  ...parameterFaults(document, found, request),
  ...bodyFaults(document, found, request.body),
];

function parameterFaults(document: ApiDocument, { pointer, operation }: Found, request: SentRequest): string[] {
  return (operation.parameters ?? []).flatMap((_, index) => {
    const { pointer: where, node: parameter } = document.at<Parameter>(`${pointer}/parameters/${index}`);
    const values = valuesOf(parameter, request);
    if (values.length > 1) return [`${parameter.name} has ${values.length} values`];
    const validate = document.schema(`${where}/schema`);
    return values.flatMap((text) => {
      const value = parameter.schema['type'] === 'integer' && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
      return validate(value) ? [] : [`${parameter.name}: ${JSON.stringify(validate.errors)}`];
    });
  });
}

function valuesOf({ name, in: place }: Parameter, { path, headers }: SentRequest): readonly string[] {
  if (place === 'query') return new URLSearchParams(path.split('?')[1] ?? '').getAll(name);
  if (place !== 'header') return [];
  return Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? value : []));
}

function bodyFaults(document: ApiDocument, { pointer, operation }: Found, body: SentRequest['body']): string[] {
  if (operation.requestBody === undefined) return [];
  if (body === undefined || body.length === 0) return operation.requestBody.required ? ['The body is missing'] : [];
  const value = parsed(body);
  if (value === undefined) return ['The body is not JSON'];
  const validate = document.schema(`${pointer}/requestBody/content/application~1json/schema`);
  return validate(value.json) ? [] : [`body: ${JSON.stringify(validate.errors)}`];
}

function parsed(body: string | Uint8Array): { json: unknown } | undefined {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
