import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { Endpoint } from '../../partner-docs/site/openapi.ts';
import { nameInReference } from '../../partner-docs/site/openapi.ts';
import { API, samplesInOrder } from '../partner-docs/site/samples-in-order.ts';
import { newPartner, running } from '../support/service/world.ts';

const run = promisify(execFile);

/** Runs each program of a list in one interpreter, and prints what each has printed. */
const PYTHON_RUNNER = `
import ast, contextlib, io, json, os, sys
said = []
for operation, code in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, operation, "exec"), {"__name__": "__main__"})
    said.append(ast.literal_eval(out.getvalue()))
    if operation == "createTenant":
        os.environ["TENANT_ID"] = said[-1]["tenantId"]
print(json.dumps(said))
`;

function requiredFields(endpoint: Endpoint): readonly string[] {
  const [response] = API.responsesOf(endpoint).filter(([status]) => status.startsWith('2'));
  const schema = response?.[1].content?.['application/json'].schema;
  return schema?.$ref === undefined ? [] : (API.schemaNamed(nameInReference(schema.$ref)).required ?? []);
}

function expectResponses(samples: ReturnType<typeof samplesInOrder>, responses: readonly object[]): void {
  for (const [at, { operationId, endpoint }] of samples.entries()) {
    const fields = Object.keys(responses[at] ?? {});
    expect({ operationId, fields }).toEqual({
      operationId,
      fields: expect.arrayContaining([...requiredFields(endpoint)]),
    });
  }
}

const settings = async () => ({
  ...process.env,
  BASE_URL: running().baseUrl,
  API_KEY: (await newPartner()).apiKey,
});

describe('the samples of the API reference', () => {
  it('the curl samples of the API reference get responses with all required fields', async () => {
    const samples = samplesInOrder('curl');
    const env: NodeJS.ProcessEnv = await settings();
    const responses: Record<string, unknown>[] = [];
    for (const { operationId, code } of samples) {
      const { stdout } = await run('bash', ['-c', code], { env });
      const response: Record<string, unknown> = JSON.parse(stdout);
      responses.push(response);
      if (operationId === 'createTenant') env['TENANT_ID'] = String(response['tenantId']);
    }
    expectResponses(samples, responses);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  if (!hasPython)
    process.stdout.write('\n== SKIPPED: the Python samples of the API reference (need python3 on the PATH)\n');
  const itWithPython = hasPython ? it : it.skip; // no interpreter here: printed above

  itWithPython('the samples of the API reference work with Python, exactly as shown', async () => {
    const samples = samplesInOrder('Python');
    // With --runInBand, this process is also the DNS server of the service, so it must not block while Python runs.
    const python = run('python3', ['-c', PYTHON_RUNNER], { env: await settings() });
    python.child.stdin?.end(JSON.stringify(samples.map(({ operationId, code }) => [operationId, code])));
    const { stdout } = await python;
    expectResponses(samples, JSON.parse(stdout));
  });

  itWithPython('the Python sample of the API reference prints the body of a failure', async () => {
    const code = samplesInOrder('Python').find(({ operationId }) => operationId === 'whoami')?.code ?? '';
    const env = { ...(await settings()), API_KEY: `svc_partner_${'0'.repeat(64)}` };
    await expect(run('python3', ['-c', code], { env })).rejects.toMatchObject({
      code: 1,
      stderr: '401 {"error":"Invalid API key"}\n',
    });
  });
});
