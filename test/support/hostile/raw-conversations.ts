import { connect } from 'node:net';
import fc, { type Arbitrary } from 'fast-check';

/** The bytes that one connection sends, and how many of them. */
export interface RawConversation {
  /** The bytes as text, in which each character stands for one byte. */
  readonly bytes: string;
  /** How many of the bytes are sent. */
  readonly sent: number;
  readonly ending: 'half-close' | 'destroy' | 'reset' | 'await response';
}

const STRANGE_METHODS = ['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'FLY', 'get', ''];

/** Paths that the service's ports serve. */
const TARGETS = [
  ...['/', '/v1/whoami', '/v1/whoami', '/v1/tenants?limit=1', '/v1/tenants/%74n', '/v1/webhooks', '/index.html'],
  ...['/2015-03-31/functions/x/invocations', '/2015-03-31/event-source-mappings', '/oldest-messages'],
  ...['/_fauxqs/queues', '/000000000000/queue', '/bucket?list-type=2'],
];
const STRANGE_TARGETS = [
  ...['/%', '/%zz', '/v1/%ff%fe', '/v1/tenants/%00', '/v1/tenants/%E0%A4%A', '/2015-03-31/functions/%E0%A4%A'],
  ...['//', '/..', '/v1/../../x', '/v1/?', '/v1/#a', '/v1/\x80\xff', '/v1/ x', '', '*', '?', 'v1', '\\', '/\0'],
  ...['http://localhost/v1/whoami', 'http://[', 'http://', 'http:///v1/whoami', 'https://a:b@localhost:1/v1/x'],
  ...['localhost:80', '127.0.0.1:1', '[::1]:1', `/v1/${'a'.repeat(9_000)}`, `/v1/whoami?${'a=1&'.repeat(2_000)}`],
];
const STRANGE_VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', ''];
const STRANGE_HOSTS = [[], ['Host: evil.test'], ['Host:'], ['Host: 127.0.0.1:99999'], ['Host: a', 'Host: b']];

/** Headers about a connection or a proxy. A forwarder must not fail because of them. */
const HOP_BY_HOP = [
  ...['Trailer: X', 'Trailer: content-length', 'TE: trailers', 'TE: gzip;q=2', 'Keep-Alive: timeout=0', 'Via: 1.1 a'],
  ...['Upgrade: websocket', 'Connection: Upgrade', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c'],
  ...['Connection: close', 'Connection: keep-alive', 'Connection: authorization, ,, x-a', 'Connection: \x80'],
  ...['Connection: content-length', 'Connection: transfer-encoding', 'Connection: host', 'Expect: 100-continue'],
  ...['Expect: wonders', 'Proxy-Connection: keep-alive', 'Proxy-Authorization: Basic eA=='],
];
const END_TO_END = [
  ...['Content-Type: application/json', 'Content-Type: application/x-www-form-urlencoded', 'Content-Type: ;'],
  ...['Content-Type: application/x-amz-json-1.0', 'Content-Encoding: gzip', 'Idempotency-Key: \xff'],
  ...['X-Amz-Target: DynamoDB_20120810.ListTables', 'X-Amz-Target: AmazonSQS.ListQueues', 'X-Amz-Target: .'],
  ...['X-Amz-Target: TrentService.Encrypt', 'X-Amz-Target: GraniteServiceVersion20100801.DescribeAlarms'],
  ...['X-Amz-Target: TrentService.__proto__', 'X-Amz-Invocation-Type: Event', 'Authorization: Bearer x'],
  ...['Authorization: AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=host, Signature=0', 'X-Amz-Date: 0'],
  ...['Origin: http://evil.test', 'Sec-Fetch-Site: cross-site', '__proto__: x', 'constructor: y', 'X-A:'],
  ...[`X-Long: ${'x'.repeat(15_000)}`, 'X-Many: 1\r\n'.repeat(900).trimEnd(), 'Range: bytes=0-1'],
];
const MALFORMED = ['no colon', ': no name', 'X A: b', 'X: a\0b', 'X: a\rb', ' folded: x', `X: ${'x'.repeat(70_000)}`];

interface Framed {
  readonly headers: readonly string[];
  readonly body: string;
}
const TEXTS = [
  ...['hello', '{', '{}', '[]', 'null', '"\\ud800"', '{"__proto__":{"a":1}}', '['.repeat(20_000), '\0\xff'],
  ...['{"KeyId":"k","Plaintext":"aGk="}', 'Action=ListTopics', 'x'.repeat(200_000)],
];
const CHUNKED = ['5\r\nhello\r\n0\r\n\r\n', '5;ext="x"\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n', '0\r\n\r\n'];
const BROKEN_CHUNKS = [
  ...['zz\r\n', '-1\r\n', 'ffffffffffffffffff\r\n', '5\r\nhel', '0\r\nX: \0\r\n\r\n', '5\nhello\n0\n\n'],
  `1;${'e'.repeat(20_000)}\r\n`,
];
const LENGTHS = ['-1', '0x5', '5, 5', '99999999999999999999', '1', '4000'].map((value) => `Content-Length: ${value}`);
const CODINGS = ['chunked', 'gzip, chunked', 'gzip', 'chunked, identity'].map((value) => `Transfer-Encoding: ${value}`);

const framed: Arbitrary<Framed> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ headers: [], body: '' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...TEXTS).map((body) => ({ headers: [`Content-Length: ${body.length}`], body })),
  },
  { weight: 2, arbitrary: fc.constantFrom(...CHUNKED).map((body) => ({ headers: CODINGS.slice(0, 1), body })) },
  {
    weight: 2,
    arbitrary: fc.record({
      headers: fc.subarray([...LENGTHS, ...CODINGS], { minLength: 1, maxLength: 2 }),
      body: fc.constantFrom(...TEXTS, ...CHUNKED, ...BROKEN_CHUNKS),
    }),
  },
);

const mostly = <T>(usual: readonly T[], strange: readonly T[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...strange) });

const header = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOP_BY_HOP) },
  { weight: 6, arbitrary: fc.constantFrom(...END_TO_END) },
  { weight: 1, arbitrary: fc.constantFrom(...MALFORMED) },
);

/** Requests in which most parts are well-formed, so that the malformed part is processed as far as possible. */
const request: Arbitrary<string> = fc
  .record({
    method: mostly(['GET', 'GET', 'POST'], STRANGE_METHODS),
    target: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TARGETS) }, fc.constantFrom(...STRANGE_TARGETS)),
    version: mostly(['HTTP/1.1'], STRANGE_VERSIONS),
    host: mostly([['Host: localhost']], STRANGE_HOSTS),
    headers: fc.array(header, { maxLength: 3 }),
    content: framed,
    lineEnd: mostly(['\r\n'], ['\n', '\r']),
  })
  .map(({ method, target, version, host, headers, content, lineEnd }) =>
    [`${method} ${target} ${version}`, ...host, ...headers, ...content.headers, '', content.body].join(lineEnd),
  );

const noise = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

export const rawConversations: Arbitrary<RawConversation> = fc
  .record({
    bytes: fc.oneof(
      { weight: 9, arbitrary: request },
      { weight: 2, arbitrary: fc.array(request, { minLength: 2, maxLength: 15 }).map((requests) => requests.join('')) },
      { weight: 1, arbitrary: noise },
    ),
    portion: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    ending: fc.constantFrom('half-close', 'destroy', 'reset', 'await response', 'await response'),
  })
  .map(({ bytes, portion, ending }) => ({ bytes, sent: Math.ceil(bytes.length * portion), ending }) as const);

/** How long to wait for a response. A server need not respond to an incomplete request. */
const PATIENCE_MS = { part: 20, whole: 500 };

/** Sends the bytes and waits for the end of the connection. Returns the beginning of the response. */
export async function converse(
  { host, port, localAddress }: { host: string; port: number; localAddress: string },
  { bytes, sent, ending }: RawConversation,
): Promise<string> {
  const socket = connect({ host, port, localAddress });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let response = '';
  const responded = new Promise<void>((resolve) => {
    socket.once('data', (chunk) => {
      response = String(chunk);
      resolve();
    });
  });
  await new Promise<void>((resolve) => {
    socket.write(bytes.slice(0, sent), 'latin1', () => resolve());
  });
  if (ending === 'half-close') socket.end();
  if (ending === 'reset') socket.resetAndDestroy();
  const patienceMs = PATIENCE_MS[sent < bytes.length ? 'part' : 'whole'];
  if (ending === 'await response' || ending === 'half-close') {
    await Promise.race([responded, closed, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  }
  socket.destroy();
  await closed;
  return response;
}
