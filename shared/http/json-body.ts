import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { BODY_LIMIT } from '../contract/limits.ts';
import { SENTENCES } from '../contract/sentences.ts';
import { Failure } from '../domain/requests/failure.ts';
import type { ApiEvent } from './api-event.ts';
import { headerValues } from './headers.ts';
import { assertPlainText } from './plain-text.ts';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads the body and keeps a refusal for later: who may not touch the line learns nothing from a malformed body
 * (order of refusals: 403 line before 400).
 */
export function jsonBody(): MiddlewareObj<ApiEvent, APIGatewayProxyResult> {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { event } = request;
      try {
        if (event.body === null || event.body === '') {
          event.bodyOutcome = { value: undefined };
          return;
        }
        assertReadable(event, event.body);
        await parser.before?.(request as Parameters<NonNullable<typeof parser.before>>[0]);
        assertPlainText(event.body, BODY_LIMIT.depth);
        event.bodyOutcome = { value: event.body };
      } catch (error) {
        event.bodyOutcome = {
          refusal: error instanceof Failure ? error : new Failure('malformed', unreadable(error)),
        };
      }
    },
  };
}

/** The parser refuses keys through which a careless reader could be made to change a prototype, JSON as they are. */
function unreadable(error: unknown): string {
  return error instanceof Error && error.message === 'Forbidden key in JSON body'
    ? 'Request body must not have the key __proto__ or constructor.prototype'
    : 'Request body is not valid JSON';
}

function assertReadable(event: ApiEvent, body: string): void {
  const header = (name: string) => headerValues(event, name).at(-1);
  const type = header('content-type');
  if (type !== undefined && !JSON_TYPE.test(type)) throw new Failure('malformed', SENTENCES.notJson);
  if ((header('content-encoding') ?? 'identity') !== 'identity')
    throw new Failure('malformed', 'Content-Encoding is not supported');
  if (Buffer.byteLength(body, event.isBase64Encoded ? 'base64' : 'utf8') > BODY_LIMIT.bytes)
    throw new Failure('malformed', `Request body is over ${BODY_LIMIT.bytes} bytes`);
}
