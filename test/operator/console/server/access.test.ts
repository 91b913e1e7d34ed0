import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JOBS_PATH, REMOVE_PATH, RESUME_PATH, STOP_PATH } from '../../../../operator/console/protocol/jobs.ts';
import { apiPath } from '../../../../operator/console/protocol/paths-and-names.ts';
import { type Effect, ROUTES, type RouteName } from '../../../../operator/console/protocol/routes.ts';
import { raw } from '../../../support/hostile/raw-request.ts';
import { type ConsoleWorld, consoleWorld } from './console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await consoleWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.asked.length = 0;
});

const BODY = '{}';
const NAMES = Object.keys(ROUTES) as RouteName[];
const effectOf = (name: RouteName): Effect => ROUTES[name].effect;
const methodOf = (name: RouteName) => (effectOf(name) === 'read' ? 'GET' : 'POST');
const OF_NO_COMMAND = [
  ['about', 'GET', '/api/about'],
  ['runbook', 'GET', '/api/runbook'],
  ['jobs', 'GET', JOBS_PATH],
  ['stop', 'POST', STOP_PATH],
  ['resume', 'POST', RESUME_PATH],
  ['remove', 'POST', REMOVE_PATH],
];
const REQUESTS = [...OF_NO_COMMAND, ...NAMES.map((name) => [name, methodOf(name), apiPath(name)])] as [
  name: string,
  method: string,
  path: string,
][];

type Headers = Readonly<Record<string, string | undefined>>;

/** Sends exactly this request target, as no HTTP client would. Returns the status and the body. */
async function send(method: string, target: string, headers: Headers = {}) {
  const own = { Host: `127.0.0.1:${world.port}`, 'X-Console-Token': world.token, 'Content-Type': 'application/json' };
  const sent = { ...own, 'Content-Length': String(BODY.length), Connection: 'close', ...headers };
  const lines = Object.entries(sent).map(([name, value]) => (value === undefined ? '' : `${name}: ${value}\r\n`));
  const response = await raw(world.port, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${BODY}`);
  const [head = '', body = ''] = response.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body };
}

describe.each(REQUESTS)("access to the console's route %s", (name, method, path) => {
  it('a request with the token runs no command except that of its console route', async () => {
    // The routes that change a job need its id, and the fake returns a value that some pages could not show.
    // values.test.ts has the real values.
    expect([200, 400, 502]).toContain((await send(method, path)).status);
    expect(world.asked.map((asked) => asked.name)).toEqual(NAMES.some((one) => one === name) ? [name] : []);
  });

  it.each([
    ['no token', { 'X-Console-Token': undefined }],
    ['an empty token', { 'X-Console-Token': '' }],
    ['a wrong token', { 'X-Console-Token': 'A'.repeat(43) }],
  ])('a console route returns 401 for %s', async (_, headers) => {
    expect((await send(method, path, headers)).status).toBe(401);
    expect(world.asked).toEqual([]);
  });

  it('a console route returns 401 if the token is only in a cookie or in a bearer header', async () => {
    const elsewhere = { Cookie: `token=${world.token}`, Authorization: `Bearer ${world.token}` };
    expect((await send(method, path, { 'X-Console-Token': undefined, ...elsewhere })).status).toBe(401);
    expect(world.asked).toEqual([]);
  });

  it('a console route returns 401 if the token is only in the query', async () => {
    expect((await send(method, `${path}?token=${world.token}`, { 'X-Console-Token': undefined })).status).toBe(401);
  });

  it.each<[string, Headers]>([
    ['a foreign Host', { Host: 'evil.test' }],
    ['a Host that only begins like ours', { Host: '127.0.0.1.evil.test' }],
    ['a foreign Origin', { Origin: 'https://evil.test' }],
    ['the Origin of another port of this machine', { Origin: 'http://127.0.0.1:1' }],
    ['the Origin null', { Origin: 'null' }],
    ['a fetch of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }],
    ['a fetch of another port', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ])('a console route returns 403 for %s even with the token', async (_, headers) => {
    expect((await send(method, path, headers)).status).toBe(403);
    expect(world.asked).toEqual([]);
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter((other) => other !== method))(
    'a console route runs no command for the method %s',
    async (other) => {
      const { status } = await send(other, path);
      // If a route changes something, a GET only returns the text that a person must confirm.
      expect([200, 405]).toContain(status);
      expect(world.asked).toEqual([]);
    },
  );

  it('a console route accepts only one spelling of its path', async () => {
    const tricks = [
      ...[`${path}/`, `${path}%00`, `${path};x`, path.replace('/api/', '/api//'), path.replace('/api/', '/API/')],
      ...[path.replace('/api/', '/api/./'), path.replace('/api/', '/x/../api/'), path.replace('/api/', '/%61pi/')],
      ...[path.replace('/api/', '//api/'), `http://127.0.0.1:${world.port}${path}`, path.replace('/api/', '\\api\\')],
    ];
    for (const trick of tricks) {
      const { status, body } = await send(method, trick);
      expect([400, 404, 405]).toContain(status);
      expect(body).not.toContain('"value"');
    }
    expect(world.asked).toEqual([]);
  });
});

describe('access to the operator console', () => {
  it('each start of a console without an earlier token creates a new token of 256 bits', async () => {
    const other = await consoleWorld();
    await other.close();
    expect(Buffer.from(world.token, 'base64url')).toHaveLength(32);
    expect(other.token).not.toBe(world.token);
  });

  it('the console serves its pages without a token', async () => {
    const response = await fetch(`${world.origin}/deliveries/call_1?x=1`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('<script src="/console.js"');
    expect(text).not.toContain('call_1');
    expect(text).not.toContain(world.token);
  });

  it('the console returns 404 for a path that is not a page', async () => {
    expect((await fetch(`${world.origin}/nothing`)).status).toBe(404);
  });

  it("the console's content security policy allows only the console's own scripts and styles", async () => {
    const { headers } = await fetch(`${world.origin}/`);
    const policy = headers.get('content-security-policy');
    for (const part of [
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"],
      ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
    ])
      expect(policy?.split('; ')).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('the console rejects a form whose content type needs no CORS preflight', async () => {
    const path = apiPath('delivery replay');
    expect((await send('POST', path, { 'Content-Type': 'text/plain' })).status).toBe(400);
    expect(world.asked).toEqual([]);
  });
});

const writes = NAMES.filter((name) => effectOf(name) === 'write');

it('a read-only console has no routes that change something', async () => {
  const readOnly = await consoleWorld({ isWritable: false });
  for (const name of writes) {
    const { status } = await readOnly.data(apiPath(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect({ name, status }).toEqual({ name, status: 404 });
  }
  for (const path of [JOBS_PATH, STOP_PATH, RESUME_PATH, REMOVE_PATH])
    expect((await readOnly.data(path)).status).toBe(404);
  expect(readOnly.asked).toEqual([]);
  await readOnly.close();
});
