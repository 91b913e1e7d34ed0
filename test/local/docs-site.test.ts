import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DocsSite, startDocsSite } from '../../local/docs-site.ts';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { raw } from '../support/hostile/raw-request.ts';

describe('the docs site of the local service', () => {
  const api = createServer(async (request, response) => {
    response.writeHead(201, { 'x-request-id': 'r-1' });
    response.end(`${request.method} ${request.url} ${request.headers.authorization} ${await text(request)}`);
  });
  let site: DocsSite;
  let baseUrl: string;
  const faults: unknown[] = [];
  beforeAll(async () => {
    baseUrl = `http://127.0.0.1:${await listen(api, 0)}`;
    const onFault = (fault: unknown) => void faults.push(fault);
    site = await startDocsSite({ port: 0, baseUrl, onFault });
  });
  afterAll(async () => {
    await site.close();
    await closeServer(api);
    expect(faults).toEqual([]);
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/reference.html?from=mail', 'text/html; charset=utf-8'],
    ['/reference?from=mail', 'text/html; charset=utf-8'],
    ['/reference.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/style.css', 'text/css; charset=utf-8'],
    ['/page.js', 'text/javascript; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml'],
    ['/openapi.json', 'application/json'],
  ])('the docs site of the local service serves %s as %s', async (path, contentType) => {
    const response = await fetch(site.url + path);
    // An unread body would keep its connection open, and this process alive.
    await response.arrayBuffer();
    expect({ status: response.status, contentType: response.headers.get('content-type') }).toEqual({
      status: 200,
      contentType,
    });
  });

  it.each(['/package.json', '/../package.json', '/%2e%2e/package.json', '/v2/whoami', '/nothing'])(
    'the docs site of the local service returns 404 for %s',
    async (path) => {
      expect((await fetch(site.url + path)).status).toBe(404);
    },
  );

  it('the pages of the local docs site contain the addresses of the local API and of the site', async () => {
    const page = async (path: string) => (await fetch(site.url + path)).text();
    expect(await page('/reference')).toContain(`BASE_URL=${baseUrl}`);
    expect(await page('/')).toContain(`${site.url}/packages/partner-lines-sandbox-`);
    expect(JSON.parse(await page('/openapi.json')).servers).toMatchObject([{ url: baseUrl }]);
  });

  it('the local docs site forwards requests below /v1 to the API', async () => {
    const headers = { Authorization: 'Bearer k' };
    const response = await fetch(`${site.url}/v1/tenants?limit=1`, { method: 'POST', headers, body: '{"name":"A"}' });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-request-id')).toBe('r-1');
    expect(await response.text()).toBe('POST /v1/tenants?limit=1 Bearer k {"name":"A"}');
  });

  it('the pages of the local docs site can call the API', async () => {
    const headers = { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' };
    expect((await fetch(`${site.url}/v1/whoami`, { method: 'POST', headers })).status).toBe(201);
  });

  it.each(['/', '/openapi.json', '/v1/whoami'])(
    'the local docs site rejects requests for %s from a page of another origin',
    async (path) => {
      expect((await fetch(site.url + path, { headers: { Origin: 'http://evil.test' } })).status).toBe(403);
      expect((await fetch(site.url + path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
      const rebound = `GET ${path} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`;
      expect(await raw(Number(new URL(site.url).port), rebound)).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  it('the local docs site forwards a request that has a Trailer header', async () => {
    const request = 'GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\nTrailer: X\r\nConnection: close\r\n\r\n';
    expect(await raw(Number(new URL(site.url).port), request)).toMatch(/^HTTP\/1\.1 201 /);
  });
});
