/**
 * Passes requests to the function of the sample on the command line, as API Gateway does. A REST API keeps the spelling
 * of header names and passes the body as text. An HTTP API writes header names in lower case. It may pass the body as
 * base64, and does so here.
 */
import { serve } from './http.ts';

const [, , sample = '', api] = process.argv;
const { handler } = await import(sample);

serve(async ({ headers, body }) => {
  const { statusCode } = await handler(api === 'rest' ? restRequest(headers, body) : httpRequest(headers, body));
  return statusCode;
});

const restRequest = (headers: Record<string, string>, body: Buffer) => ({
  resource: '/hook',
  path: '/hook',
  httpMethod: 'POST',
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [asSent(name), value])),
  multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [asSent(name), [value]])),
  isBase64Encoded: false,
  body: body.length === 0 ? null : body.toString('utf8'),
});

const asSent = (name: string) => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

const httpRequest = (headers: Record<string, string>, body: Buffer) => ({
  version: '2.0',
  routeKey: 'POST /hook',
  rawPath: '/hook',
  rawQueryString: '',
  headers,
  isBase64Encoded: true,
  ...(body.length === 0 ? {} : { body: body.toString('base64') }),
});
