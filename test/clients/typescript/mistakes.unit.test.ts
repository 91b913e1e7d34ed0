import { describe, expect, it } from '@jest/globals';
import { type ClientOptions, NoAnswerError, PartnerLines } from '../../../clients/typescript/src/index.ts';
import { all, fakeService, respond, thrownBy } from './fake-service.ts';

const done = () => respond(200, {});
const LINE = { name: 'Corner Cafe', region: 'ca', externalId: 'cafe-1' } as const;
const WANTED = {
  apiKey: new TypeError('apiKey must be your API key: printable ASCII characters without white space'),
  baseUrl: new TypeError(
    'baseUrl must be the base URL that you received with your key, such as https://api.example.com/prod: ' +
      'http or https, without credentials, query or fragment',
  ),
};

describe('a configuration mistake', () => {
  it.each([
    '',
    'api.test/prod',
    'localhost:8787',
    'ftp://api.test',
    'https://',
    'https://user:secret@api.test',
    'https://api.test/prod?stage=1',
    'https://api.test/#top',
    undefined,
  ])('a configuration mistake is reported by the constructor when the base URL is invalid: %j', (baseUrl) => {
    const options = { apiKey: 'svc_partner_test', baseUrl } as ClientOptions;
    expect(() => new PartnerLines(options)).toThrow(WANTED.baseUrl);
  });

  it.each(['', 'ключ', 'svc partner', 'svc_partner_test\n', undefined])(
    'a configuration mistake is reported by the constructor when the API key is invalid: %j',
    (apiKey) => {
      const options = { apiKey, baseUrl: 'https://api.test' } as ClientOptions;
      expect(() => new PartnerLines(options)).toThrow(WANTED.apiKey);
    },
  );

  it('a configuration mistake is reported with a message that does not contain the API key', () => {
    const construct = () => new PartnerLines({ apiKey: 'svc_partner_ü', baseUrl: 'https://api.test' });
    expect(construct).toThrow(/^((?!svc_partner).)*$/);
  });

  it('a configuration mistake is reported by the constructor when the caller passes no options', () => {
    const construct = () => Reflect.construct(PartnerLines, []);
    expect(construct).toThrow(WANTED.apiKey);
  });

  it.each(['https://api.test/prod', 'https://api.test/prod/', 'http://127.0.0.1:8787', 'http://[::1]:8787'])(
    'a configuration mistake is not reported for the valid base URL %s',
    (baseUrl) => {
      expect(() => new PartnerLines({ apiKey: 'svc_partner_test', baseUrl })).not.toThrow();
    },
  );
});

describe('a request that cannot be sent', () => {
  it('a request that cannot be sent rejects with a TypeError and sends nothing when the body cannot be written as JSON', async () => {
    const { client, sent, waitsMs } = fakeService(done);
    const circular = { greeting: 'Hello', self: {} };
    circular.self = circular;
    await expect(client.updateAgent('tn_1', circular)).rejects.toHaveProperty('name', 'TypeError');
    expect([sent, waitsMs]).toEqual([[], []]);
  });

  it('a request that cannot be sent rejects with a TypeError and sends nothing when the Idempotency-Key is not ASCII', async () => {
    const { client, sent, waitsMs } = fakeService(done);
    await expect(client.createLine(LINE, { idempotencyKey: 'заказ-7' })).rejects.toHaveProperty('name', 'TypeError');
    expect([sent, waitsMs]).toEqual([[], []]);
  });
});

describe('an invalid line identifier', () => {
  // Programs without types pass such values, for example an unset variable.
  it.each(['', '.', '..', undefined, null, 7] as string[])(
    'an invalid line identifier sends nothing and rejects the promise, so that `catch` gets the error: %j',
    async (id) => {
      const { client, sent } = fakeService(done);
      const calls = [
        () => client.getLine(id),
        () => client.terminateLine(id),
        () => client.getAgent(id),
        () => client.updateAgent(id, {}),
        () => all(client.listCalls(id)),
        () => client.newCalls(id),
        () => all(client.followCalls(id)),
      ];
      const error = { name: 'TypeError', message: `Not a line identifier: ${JSON.stringify(id)}` };
      for (const call of calls) expect(await thrownBy(call())).toMatchObject(error);
      expect(sent).toEqual([]);
    },
  );
});

describe('a server that cannot be reached', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}:8799`);

  it.each([
    ['one address', refused('127.0.0.1'), 'No response: connect ECONNREFUSED 127.0.0.1:8799'],
    [
      'several addresses',
      new AggregateError([refused('::1'), refused('127.0.0.1')]),
      'No response: connect ECONNREFUSED ::1:8799, connect ECONNREFUSED 127.0.0.1:8799',
    ],
  ])(
    'a server that cannot be reached is reported with every connection error when its host has %s',
    async (_, cause, message) => {
      const { client } = fakeService(() => new TypeError('fetch failed', { cause }), { maxAttempts: 1 });
      const told = await client.whoami().catch((error: unknown) => error);
      expect(told).toBeInstanceOf(NoAnswerError);
      expect(told).toHaveProperty('message', message);
    },
  );
});
