import { type ClientOptions, PartnerLines } from '../../../clients/typescript/src/index.ts';

/** A line that a test creates. */
export const LINE = { name: 'Corner Cafe', region: 'ca', externalId: 'cafe-1' } as const;
export const dropped = new Error('socket hang up');

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Returns the response to the nth request, counted from 1. An Error stands for a connection that fails. */
type Respond = (request: Sent, nth: number) => Response | Error;

export const respond = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

/** Returns a client that sends its requests to the given function and does not wait between attempts. */
export function fakeService(respond: Respond, options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const waitsMs: number[] = [];
  const client = new PartnerLines({
    apiKey: 'svc_partner_test',
    baseUrl: 'https://api.test/prod',
    random: () => 0,
    wait: async (milliseconds, signal) => {
      waitsMs.push(milliseconds);
      signal?.throwIfAborted();
    },
    fetch: async (input, { method = 'GET', headers, body } = {}) => {
      const parsed = body === undefined ? undefined : JSON.parse(String(body));
      const request = { method, url: String(input), headers: new Headers(headers), body: parsed };
      sent.push(request);
      const response = respond(request, sent.length);
      if (response instanceof Error) throw response;
      return response;
    },
    ...options,
  });
  return { client, sent, waitsMs };
}

/** Returns everything that a list yields. */
export async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** Returns what a call rejects with, or undefined if it resolves. */
export const thrownBy = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
