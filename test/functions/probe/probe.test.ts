import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHandler } from '../../../functions/probe/handler.ts';
import { listen } from '../../../tooling/machine/loopback.ts';
import { NotingLogger } from '../../support/functions/telemetry.ts';

const GOOD = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: '{"error":"Invalid API key"}' };

let close = async () => {};
afterEach(() => close());

async function api(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listen(server, 0);
  close = () => new Promise((resolve) => void server.close(() => resolve()));
  return `http://127.0.0.1:${port}`;
}

/** Runs the probe against an address. Returns its result, its counts and what it logged. */
async function probed(url: string) {
  const logger = new NotingLogger();
  const counts: (readonly [string, number | undefined])[] = [];
  const meter = {
    count: (metric: string, times?: number) => void counts.push([metric, times]),
    measure: () => undefined,
    flush: () => undefined,
  };
  const handler = createHandler({ logger, meter, send: fetch, newId: () => 'id' });
  return { result: await handler({ url }), counts, lines: logger.lines };
}

const responding = ({ status, headers, body }: { status: number; headers: Record<string, string>; body: string }) =>
  api((_, response) => void response.writeHead(status, { ...headers, Connection: 'close' }).end(body));

describe('the probe of the API', () => {
  it('the probe reports 0 failures if the API returns the documented 401', async () => {
    const requests: unknown[] = [];
    const url = await api((request, response) => {
      requests.push([request.method, request.url, request.headers.authorization]);
      response.writeHead(GOOD.status, { ...GOOD.headers, Connection: 'close' }).end(GOOD.body);
    });
    expect(await probed(url)).toEqual({ result: {}, counts: [['probesFailed', 0]], lines: [] });
    expect(requests).toEqual([['GET', '/v1/tenants/probe-id', `Bearer svc_partner_${'0'.repeat(64)}`]]);
  });

  it('the probe asks the API to close the connection after the response', async () => {
    const connections: unknown[] = [];
    const url = await api((request, response) => {
      connections.push(request.headers.connection);
      response.writeHead(GOOD.status, GOOD.headers).end(GOOD.body);
    });
    await probed(url);
    expect(connections).toEqual(['close']);
  });

  it.each([
    ['500', { ...GOOD, status: 500 }, 'status 500'],
    ['429 of the throttle', { ...GOOD, status: 429 }, 'status 429'],
    ['a redirect', { ...GOOD, status: 302, headers: { Location: '/elsewhere' } }, 'status 302'],
    ['401 without its header', { ...GOOD, headers: {} }, '401 without WWW-Authenticate'],
    ['401 of another service', { ...GOOD, body: '<html>' }, '401 with another body'],
    ['401 with another text', { ...GOOD, body: '{"error":"Unauthorized"}' }, '401 with another body'],
  ])('the probe counts a failure if the response is %s', async (_, response, outcome) => {
    const { result, counts, lines } = await probed(await responding(response));
    expect([result, counts]).toEqual([{ problem: outcome }, [['probesFailed', 1]]]);
    expect(lines).toEqual([{ level: 'WARN', message: 'Probe failed', outcome }]);
  });

  it('the probe reports ECONNREFUSED if the connection is refused', async () => {
    const url = await api(() => undefined);
    await close();
    close = async () => {};
    const { result, counts } = await probed(url);
    expect([result, counts]).toEqual([{ problem: 'ECONNREFUSED' }, [['probesFailed', 1]]]);
  });

  it('the probe reports TimeoutError if the API does not respond in time', async () => {
    const timedOut: typeof fetch = async () => Promise.reject(new DOMException('late', 'TimeoutError'));
    const logger = new NotingLogger();
    const meter = { count: () => undefined, measure: () => undefined, flush: () => undefined };
    const handler = createHandler({ logger, meter, send: timedOut, newId: () => 'id' });
    expect(await handler({ url: 'https://api.example' })).toEqual({ problem: 'TimeoutError' });
  });
});
