import type { IncomingHttpHeaders } from 'node:http';
import type { ApiDocument, Response } from './api-document.ts';
import type { Found } from './request-faults.ts';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Headers of the connection, of API Gateway or of the media type, which the document does not list. */
const NOT_OURS = /^(date|connection|keep-alive|transfer-encoding|content-length|content-type|x-amzn-.*)$/;

/** The response to an unknown path or method. */
const UNROUTED = '/components/responses/BadRequest';

/** Returns the differences of a response from the document. Empty if everything is documented. */
export function responseFaults(document: ApiDocument, found: Found | undefined, received: ReceivedResponse): string[] {
  const pointer = responsePointer(found, received.status);
  if (pointer === undefined) return [`Status ${received.status} is not documented`];
  const response = document.at<Response>(pointer);
  return [
    ...headerFaults(document, response.node.headers ?? {}, received.headers),
    ...bodyFaults(document, response.pointer, received),
  ];
}

function responsePointer(found: Found | undefined, status: number): string | undefined {
  if (!found) return status === 404 ? UNROUTED : undefined;
  return status in found.operation.responses ? `${found.pointer}/responses/${status}` : undefined;
}

function headerFaults(document: ApiDocument, documented: object, received: IncomingHttpHeaders): string[] {
  const names = Object.entries(documented).map(([name, { $ref }]: [string, { $ref: string }]) => ({
    name: name.toLowerCase(),
    ...document.at<{ required?: boolean; schema: { type?: string } }>($ref.slice(1)),
  }));
  const unknown = Object.keys(received).filter(
    (name) => !NOT_OURS.test(name) && !names.some((known) => known.name === name),
  );
  const wrong = names.flatMap(({ name, pointer, node }) => {
    const text = received[name];
    if (text === undefined) return node.required ? [`Header ${name} is missing`] : [];
    const validate = document.schema(`${pointer}/schema`);
    const value = node.schema.type === 'integer' ? Number(text) : text;
    return validate(value) ? [] : [`Header ${name}: ${JSON.stringify(validate.errors)}`];
  });
  return [...unknown.map((name) => `Header ${name} is not documented`), ...wrong];
}

function bodyFaults(document: ApiDocument, pointer: string, { headers, text }: ReceivedResponse): string[] {
  if (headers['content-type'] !== 'application/json') return [`Content-Type is ${headers['content-type']}`];
  const validate = document.schema(`${pointer}/content/application~1json/schema`);
  return validate(JSON.parse(text)) ? [] : [`${JSON.stringify(validate.errors)} in ${text}`];
}
