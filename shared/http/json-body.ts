import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { BODY_LIMIT } from '../contract/body-limit.ts';
import { NOT_JSON, NOT_VALID_JSON } from '../contract/failures-without-code.ts';
import { isAllowedInBody } from '../contract/text.ts';
import { Failure } from '../domain/requests/failure.ts';
import type { ApiEvent } from './request.ts';
import { headerValues } from './request-headers.ts';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

type Parse = NonNullable<ReturnType<typeof httpJsonBodyParser>['before']>;
type Request = Parameters<NonNullable<MiddlewareObj<ApiEvent, APIGatewayProxyResult>['before']>>[0];

/**
 * Adds a method `readJson` to the event, with which the endpoint parses the body. The body is not parsed earlier,
 * because a partner without access to the line must not cause work.
 */
export function parseJsonBody(): MiddlewareObj<ApiEvent, APIGatewayProxyResult> {
  const { before: parse } = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: (request) => {
      let parsed: { readonly json: unknown } | undefined;
      request.event.readJson = () => {
        parsed ??= { json: jsonIn(parse, request) };
        return parsed.json;
      };
    },
  };
}

function jsonIn(parse: Parse | undefined, request: Request): unknown {
  const { event } = request;
  if (event.body === null || event.body === '') return undefined;
  const problem = problemBeforeParsing(event, event.body) ?? replaceWithParsed(parse, request);
  return problem === undefined ? event.body : new Failure('malformed', problem);
}

/** Returns why a body must be rejected without parsing it; `undefined` if it may be parsed. */
function problemBeforeParsing(event: ApiEvent, body: string): string | undefined {
  const header = (name: string) => headerValues(event, name).at(-1);
  const type = header('content-type');
  if (type !== undefined && !JSON_TYPE.test(type)) return NOT_JSON;
  if ((header('content-encoding') ?? 'identity') !== 'identity') return 'Content-Encoding is not supported';
  if (Buffer.byteLength(body, event.isBase64Encoded ? 'base64' : 'utf8') > BODY_LIMIT.bytes)
    return `Request body is over ${BODY_LIMIT.bytes} bytes`;
  return undefined;
}

/**
 * Replaces the body with its parsed JSON, and returns what is wrong with the body, if anything. The parser rejects keys
 * that could change an object's prototype, such as `__proto__`.
 */
function replaceWithParsed(parse: Parse | undefined, request: Request): string | undefined {
  try {
    parse?.(request as Parameters<Parse>[0]);
  } catch (error) {
    return error instanceof Error && error.message === 'Forbidden key in JSON body'
      ? 'Request body must not have the key __proto__ or constructor.prototype'
      : NOT_VALID_JSON;
  }
  return problemInValue(request.event.body);
}

/**
 * Returns what is wrong with a value, or `undefined`. Rejects text with lone surrogates, NUL or damaged UTF-8, and
 * nesting that is too deep for recursive code. Goes through the value level by level, so that deep nesting cannot
 * overflow the call stack.
 */
function problemInValue(root: unknown): string | undefined {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > BODY_LIMIT.depth) return `Request body is nested deeper than ${BODY_LIMIT.depth} levels`;
    if (!level.every(hasPlainText)) return NOT_PLAIN;
    level = level.filter(isObject).flatMap((parent): unknown[] => Object.values(parent));
  }
  return undefined;
}

/**
 * The sentence for text that is not plain. It names two causes of U+FFFD, because API Gateway decodes the body: U+FFFD
 * looks the same whether a client sent it or the bytes were not UTF-8.
 */
const NOT_PLAIN =
  'Text must not contain NUL, lone surrogates or U+FFFD. Bytes that are not valid UTF-8 also arrive as U+FFFD';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Reports whether a text, or every field name of an object, is free of NUL, lone surrogates and U+FFFD. */
function hasPlainText(value: unknown): boolean {
  if (typeof value === 'string') return isAllowedInBody(value);
  return !isObject(value) || Array.isArray(value) || Object.keys(value).every(isAllowedInBody);
}
