import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPartnerProject } from '../support/generated-clients.ts';
import { newPartner, type PartnerWorld, running } from '../support/service/world.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/table/faulty-proxy.ts';

const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));

const PROGRAMS = {
  'with-hey-api.ts': `
    import { createTenant, getTenant } from './hey-api';
    import { createClient } from './hey-api/client';

    declare const process: { readonly env: { readonly [name in 'BASE_URL' | 'API_KEY' | 'EXTERNAL_ID']: string } };
    const { BASE_URL, API_KEY, EXTERNAL_ID } = process.env;
    const client = createClient({ baseUrl: BASE_URL, auth: API_KEY });
    const body = { name: 'Corner Cafe', region: 'kr', externalId: EXTERNAL_ID } as const;

    const { data: created } = await createTenant({ client, body, headers: { 'Idempotency-Key': EXTERNAL_ID } });
    if (!created) throw new Error('Not created');
    const { data: read } = await getTenant({ client, path: { customerId: created.tenantId } });
    const { error, response } = await createTenant({ client, body });
    const code = error && 'code' in error ? error.code : undefined;
    // @ts-expect-error There is no such code.
    if (code === 'NO_SUCH_CODE') throw new Error(code);
    console.log(JSON.stringify({ created, read, again: { status: response?.status, code } }));`,

  'with-oazapfts.ts': `
    import { createTenant, defaults, getTenant } from './oazapfts';

    declare const process: { readonly env: { readonly [name in 'BASE_URL' | 'API_KEY' | 'EXTERNAL_ID']: string } };
    const { BASE_URL, API_KEY, EXTERNAL_ID } = process.env;
    Object.assign(defaults, { baseUrl: BASE_URL, headers: { Authorization: \`Bearer \${API_KEY}\` } });
    const line = { name: 'Corner Cafe', region: 'kr', externalId: EXTERNAL_ID } as const;

    const created = await createTenant(line, { idempotencyKey: EXTERNAL_ID });
    if (created.status !== 201) throw new Error(created.data.error);
    const read = await getTenant(created.data.tenantId);
    const again = await createTenant(line);
    const code = again.status === 409 ? again.data.code : undefined;
    // @ts-expect-error There is no such code.
    if (code === 'NO_SUCH_CODE') throw new Error(code);
    console.log(JSON.stringify({ created: created.data, read: read.data, again: { status: again.status, code } }));`,
};

describe('the clients that generators make from openapi.json', () => {
  const project = newPartnerProject();
  let partner: PartnerWorld;
  let proxy: FaultyProxy;
  beforeAll(async () => {
    for (const [file, text] of Object.entries(PROGRAMS)) project.write(file, text);
    await Promise.all([project.withHeyApi(DOCUMENT), project.withOazapfts(DOCUMENT)]);
    [partner, proxy] = await Promise.all([newPartner(), startFaultyProxy(running().baseUrl)]);
  });
  afterAll(async () => {
    await proxy?.close();
    rmSync(project.folder, { recursive: true });
  });

  it('programs that use a client generated from openapi.json compile in strict mode', async () => {
    expect(await project.typeErrors()).toBe('');
  });

  it.each(Object.keys(PROGRAMS))('clients generated from openapi.json create a line: %s', async (program) => {
    const EXTERNAL_ID = randomUUID();
    const env = { BASE_URL: proxy.baseUrl, API_KEY: partner.apiKey, EXTERNAL_ID };
    const line = { tenantId: expect.stringMatching(/^tn_/), name: 'Corner Cafe', externalId: EXTERNAL_ID };
    expect(await project.outputOf(program, env)).toEqual({
      created: expect.objectContaining(line),
      read: expect.objectContaining({ ...line, number: null }),
      again: { status: 409, code: 'EXTERNAL_ID_EXISTS' },
    });
  });
});

describe('a status range such as 5XX in an OpenAPI document', () => {
  const project = newPartnerProject();
  afterAll(() => rmSync(project.folder, { recursive: true }));

  it('oazapfts writes code that does not compile if a document has a status range such as 5XX', async () => {
    const withRange = readFileSync(DOCUMENT, 'utf8').replaceAll(/"504": (?=\{\s*"\$ref")/g, '"5XX": ');
    project.write('openapi.json', withRange);
    await project.withOazapfts(join(project.folder, 'openapi.json'));
    expect(await project.typeErrors()).toMatch(/oazapfts\.ts\(\d+,\d+\): error TS1351/);
  });
});
