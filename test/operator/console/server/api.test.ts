import { afterEach, describe, expect, it } from '@jest/globals';
import { OVERVIEW_READS } from '../../../../operator/console/protocol/overview-reads.ts';
import { consoleWorld, SERVICE_NOW_MS } from './console-world.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function world(...about: Parameters<typeof consoleWorld>) {
  const started = await consoleWorld(...about);
  closers.push(started.close);
  return started;
}

const optionsIn = (options: object) => `options=${encodeURIComponent(JSON.stringify(options))}`;
const MAPPING = { name: 'relay', state: 'Enabled' };

describe('requests to the routes of the console', () => {
  it("a console route runs the command of the same name with the request's options", async () => {
    const { data, asked } = await world({ run: () => ({ value: [MAPPING], warnings: ['Careful'], next: 'c2' }) });
    const { status, body } = await data(`/api/mapping/list?${optionsIn({ limit: '5' })}`);
    expect(asked).toEqual([{ name: 'mapping list', options: { limit: '5' } }]);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ value: [MAPPING], next: 'c2', problems: [], warnings: ['Careful'], nowMs: SERVICE_NOW_MS },
      againMs: 2_000,
    });
  });

  it('a console route returns only the fields that the page needs', async () => {
    const { data } = await world({ run: () => ({ value: [{ ...MAPPING, secret: 'whsec_1' }] }) });
    const { body } = await data('/api/mapping/list');
    expect(body).toEqual({ ...body, value: [MAPPING] });
  });

  it('the export route of the console only counts items, even if a page asks for a file', async () => {
    const { data, asked } = await world({ run: () => ({ value: { partnerId: 'pt_1', items: 3, file: null } }) });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ partner: 'pt_1', file: '.bashrc', dryRun: false });
    const counted = await data('/api/partner/export', { method: 'POST', headers, body });
    expect(counted.body).toMatchObject({ value: { partnerId: 'pt_1', items: 3 } });
    expect(asked).toEqual([{ name: 'partner export', options: { partner: 'pt_1', file: '.bashrc', dryRun: true } }]);
  });

  it('the console tells its pages to refresh less often for a deployed stack than for a local service', async () => {
    const { data } = await world({ isLocal: false });
    expect((await data('/api/mapping/list')).body).toMatchObject({ againMs: 60_000 });
  });

  it('a rejected read has the same refresh interval as a successful read', async () => {
    const { data } = await world({
      isLocal: false,
      run: () => Promise.reject(new Error('No')),
      explain: async () => ({ kind: 'rejected', sentence: 'The partner has no webhook.' }),
    });
    expect((await data('/api/mapping/list')).body).toMatchObject({
      error: 'The partner has no webhook.',
      againMs: 60_000,
    });
  });

  it.each([
    ['wrong', 200, 0, { status: 400 }],
    ['rejected', 200, 0, { status: 409, againMs: 2_000 }],
    ['unavailable', 502, 1, {}],
  ] as const)(
    'a failed command of the kind %s leads to the HTTP status %d, a sentence for the person, and %d reported faults',
    async (kind, status, count, more) => {
      const { data, faults } = await world({
        run: () => Promise.reject(new Error('No')),
        explain: async () => ({ kind, sentence: 'It failed.' }),
      });
      expect(await data('/api/mapping/list')).toEqual({ status, body: { error: 'It failed.', ...more } });
      expect(faults).toHaveLength(count);
    },
  );

  it('a fault of a console job is reported like a fault of a request', async () => {
    const { data, faults } = await world({ run: () => Promise.reject(new Error('No')) });
    const headers = { 'content-type': 'application/json' };
    const started = await data('/api/dlq/redrive?job=dead+letters', { method: 'POST', headers, body: '{}' });
    expect(started).toMatchObject({ status: 200, body: { command: 'dlq redrive', subject: 'dead letters' } });
    expect(faults).toEqual([new Error('No')]);
  });

  it.each(['/api/about', '/api/mapping/list'])(
    'the route %s returns a sentence if the console cannot connect to the service',
    async (path) => {
      const { data, faults } = await world({ away: new Error('Start it.') });
      expect(await data(path)).toEqual({ status: 502, body: { error: 'Error: Start it.' } });
      expect(faults).toEqual([new Error('Start it.')]);
    },
  );

  it('a console route rejects options that are not JSON', async () => {
    const { data, asked } = await world();
    expect((await data('/api/mapping/list?options=%7B')).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('the console runs a command once if two tabs request the same data at the same time', async () => {
    const { data, asked } = await world();
    await Promise.all([data('/api/mapping/list'), data('/api/mapping/list'), data('/api/alarms')]);
    expect(asked.map(({ name }) => name).sort()).toEqual(['alarms', 'mapping list']);
  });

  it('the console loads the data of its overview page during its warm-up', async () => {
    const { asked, warmUp } = await world();
    await warmUp();
    expect(asked.map(({ name }) => name)).toEqual(OVERVIEW_READS.map(([name]) => name));
  });

  it('the console says after its warm-up why it is not connected to the service', async () => {
    const { data, warmUp } = await world({
      away: new Error('Start it.'),
      explain: async () => ({ kind: 'rejected', sentence: 'Start it.' }),
    });
    await warmUp();
    expect(await data('/api/alarms')).toEqual({ status: 200, body: { error: 'Start it.', status: 409 } });
  });

  it('a console that is closed during its warm-up reads nothing more', async () => {
    const reading = Promise.withResolvers<void>();
    const engineEnded = Promise.withResolvers<never>();
    const { warmUp, close, asked, faults } = await world({
      run: () => {
        reading.resolve();
        return engineEnded.promise;
      },
    });
    const warming = warmUp();
    await reading.promise;
    await close();
    engineEnded.reject(new Error('connect ECONNREFUSED'));
    await warming;
    expect(asked).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('the warm-up of the console does not fail if the service does not respond', async () => {
    const { data, warmUp } = await world({ away: new Error('Start it.') });
    await warmUp();
    expect(await data('/api/alarms')).toMatchObject({ status: 502 });
  });
});
