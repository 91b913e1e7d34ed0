import { describe, expect, it } from '@jest/globals';
import { type ClientOptions, NoAnswerError, PartnerLines } from '../../../clients/typescript/src/index.ts';
import { all, fakeService, LINE, respond, thrownBy } from './fake-service.ts';

const done = () => respond(200, {});
const WANTED = {
  apiKey: new TypeError('apiKey must be your API key: printable ASCII characters without white space'),
  baseUrl: new TypeError(
    'baseUrl must be the base URL that you received with your key, such as https://api.example.com/prod: ' +
      'http or https, without credentials, query or fragment',
  ),
};

describe('a mistake in the options of the client library', () => {
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
  ])('the constructor of the client library rejects the base URL %j', (baseUrl) => {
    const options = { apiKey: 'svc_partner_test', baseUrl } as ClientOptions;
    expect(() => new PartnerLines(options)).toThrow(WANTED.baseUrl);
  });

  it.each(['', 'ключ', 'svc partner', 'svc_partner_test\n', undefined])(
    'the constructor of the client library rejects the API key %j',
    (apiKey) => {
      const options = { apiKey, baseUrl: 'https://api.test' } as ClientOptions;
      expect(() => new PartnerLines(options)).toThrow(WANTED.apiKey);
    },
  );

  it('an error about an invalid API key does not contain the key', () => {
    const construct = () => new PartnerLines({ apiKey: 'svc_partner_ü', baseUrl: 'https://api.test' });
    expect(construct).toThrow(/^((?!svc_partner).)*$/);
  });

  it('the constructor of the client library throws an error if it gets no options', () => {
    const construct = () => Reflect.construct(PartnerLines, []);
    expect(construct).toThrow(WANTED.apiKey);
  });

  it.each(['https://api.test/prod', 'https://api.test/prod/', 'http://127.0.0.1:8787', 'http://[::1]:8787'])(
    'the constructor of the client library accepts the base URL %s',
    (baseUrl) => {
      expect(() => new PartnerLines({ apiKey: 'svc_partner_test', baseUrl })).not.toThrow();
    },
  );
});

describe('a request that the client library cannot send', () => {
  it('a request whose body cannot be written as JSON is not sent', async () => {
    const { client, sent, waitsMs } = fakeService(done);
    const circular = { greeting: 'Hello', self: {} };
    circular.self = circular;
    await expect(client.updateAgent('tn_1', circular)).rejects.toHaveProperty('name', 'TypeError');
    expect([sent, waitsMs]).toEqual([[], []]);
  });

  it('a request whose Idempotency-Key cannot be a header is not sent', async () => {
    const { client, sent, waitsMs } = fakeService(done);
    await expect(client.createLine(LINE, { idempotencyKey: 'заказ-7' })).rejects.toHaveProperty('name', 'TypeError');
    expect([sent, waitsMs]).toEqual([[], []]);
  });
});

describe('an invalid line identifier in a request of the client library', () => {
  // Programs without types pass such values, for example an unset variable.
  it.each(['', '.', '..', undefined, null, 7] as string[])(
    'a request with the invalid line identifier %j rejects its promise and is not sent',
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

describe('the client library and a server that it cannot reach', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}:8799`);

  it.each([
    ['one address', refused('127.0.0.1'), 'No response: connect ECONNREFUSED 127.0.0.1:8799'],
    [
      'several addresses',
      new AggregateError([refused('::1'), refused('127.0.0.1')]),
      'No response: connect ECONNREFUSED ::1:8799, connect ECONNREFUSED 127.0.0.1:8799',
    ],
  ])(
    'a server that cannot be reached is reported with every connection error if its host has %s',
    async (_, cause, message) => {
      const { client } = fakeService(() => new TypeError('fetch failed', { cause }), { maxAttempts: 1 });
      const told = await client.whoami().catch((error: unknown) => error);
      expect(told).toBeInstanceOf(NoAnswerError);
      expect(told).toHaveProperty('message', message);
    },
  );
});
