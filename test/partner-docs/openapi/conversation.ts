import type { IncomingHttpHeaders } from 'node:http';
import { apiDocument, checkedInDocument, closed, withLocalWebhooks } from './api-document.ts';
import { operationFor, requestFaults, type SentRequest } from './request-faults.ts';
import { type ReceivedResponse, responseFaults } from './response-faults.ts';

/** Reasons to reject a request that the document allows, because JSON Schema cannot express them. */
const BEYOND_SCHEMAS = [
  /"code":"(INVALID_CURSOR|persona\.\w+|WEBHOOK_URL_INVALID)"/,
  /must be an IANA time zone name/,
  /must be an email address/,
  /Content-(Type|Encoding)/,
  /Request body is (over|nested deeper)/,
  /The request is too large/,
  /must not have the key __proto__/,
  /Text must not contain NUL, lone surrogates or U\+FFFD/,
];

const taken = apiDocument(withLocalWebhooks(checkedInDocument()));
const given = apiDocument(closed(checkedInDocument()));

/**
 * Checks a request and its response against openapi.json in both directions. Every field and header of the response
 * must be documented. An accepted request must be valid, and a rejected one invalid unless JSON Schema cannot tell.
 */
export function assertDocumented(request: SentRequest, response: ReceivedResponse): void {
  const found = operationFor(taken, request);
  const faults = responseFaults(given, found, response);
  if (found) faults.push(...disagreements(requestFaults(taken, found, request), response));
  if (faults.length > 0)
    throw new Error(`${request.method} ${request.path} differs from openapi.json: ${faults.join('; ')}`);
}

function disagreements(faults: readonly string[], { status, text }: ReceivedResponse): string[] {
  if (status < 300) return faults.map((fault) => `accepted, although ${fault}`);
  const rejectedForItsForm = status === 400 || status === 422;
  if (!rejectedForItsForm || faults.length > 0 || BEYOND_SCHEMAS.some((reason) => reason.test(text))) return [];
  return [`valid, but rejected with ${status}: ${text}`];
}

/** Returns the differences of an event from the document. Empty if there are none. */
export function eventFaults(headers: IncomingHttpHeaders, body: string): string[] {
  const pointer = '/webhooks/call.completed/post';
  const { parameters = [] } = given.at<{ parameters: { name: string }[] }>(pointer).node;
  const validateBody = given.schema(`${pointer}/requestBody/content/application~1json/schema`);
  return [
    ...parameters.flatMap(({ name }, index) => {
      const validate = given.schema(`${pointer}/parameters/${index}/schema`);
      return validate(headers[name.toLowerCase()]) ? [] : [`Header ${name}: ${headers[name.toLowerCase()]}`];
    }),
    ...(headers['content-type'] === 'application/json' ? [] : [`Content-Type: ${headers['content-type']}`]),
    ...(validateBody(JSON.parse(body)) ? [] : [JSON.stringify(validateBody.errors)]),
  ];
}
