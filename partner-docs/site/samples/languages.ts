import type { ApiDocument, Endpoint } from '../openapi.ts';
import { literal } from './literals.ts';
import { type SampleRequest, sampleOf, sampleRequest } from './request.ts';

/** A complete program, or a complete command, that uses one endpoint. */
export interface Sample {
  /** The name that people read. */
  readonly name: 'curl' | 'TypeScript' | 'Python';
  /** The language of the code block. */
  readonly language: 'sh' | 'ts' | 'python';
  readonly code: string;
}

/** The samples of an endpoint. They read API_KEY, BASE_URL and, for a line, TENANT_ID from the environment. */
export function samplesFor(api: ApiDocument, endpoint: Endpoint): readonly Sample[] {
  const request = sampleRequest(api, endpoint);
  return [
    { name: 'curl', language: 'sh', code: curlSample(request) },
    { name: 'TypeScript', language: 'ts', code: typescriptSample(request, endpoint) },
    { name: 'Python', language: 'python', code: pythonSample(request) },
  ];
}

const onLine = (path: string, tenantId: string) => path.replace('{customerId}', tenantId);

function curlSample({ method, path, query, idempotencyKey, body }: SampleRequest): string {
  const json = body && JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${onLine(path, '$TENANT_ID')}${query}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(idempotencyKey === undefined ? [] : [`-H 'Idempotency-Key: ${idempotencyKey}'`]),
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]),
  ].join(' \\\n  ');
}

function typescriptSample({ body }: SampleRequest, endpoint: Endpoint): string {
  const statements = sampleOf(endpoint).typescript(body ? literal('typescript', body) : '');
  const tenantId = statements.includes('TENANT_ID') ? ", TENANT_ID = ''" : '';
  return `import { PartnerLines } from 'partner-lines-client';

const { API_KEY = '', BASE_URL = ''${tenantId} } = process.env;
const partnerLines = new PartnerLines({ apiKey: API_KEY, baseUrl: BASE_URL });

${statements}`;
}

function pythonSample({ method, path, query, idempotencyKey, body }: SampleRequest): string {
  const headers = [
    `"Authorization": f"Bearer {os.environ['API_KEY']}",`,
    ...(idempotencyKey === undefined ? [] : ['"Idempotency-Key": str(uuid.uuid4()),  # a new key for each line']),
    ...(body ? ['"Content-Type": "application/json",'] : []),
  ];
  return `import json
import os
import sys
import urllib.error
import urllib.request
${idempotencyKey === undefined ? '' : 'import uuid\n'}
request = urllib.request.Request(
    f"{os.environ['BASE_URL']}${onLine(path, "{os.environ['TENANT_ID']}")}${query}",
    method="${method}",
    headers={
${headers.map((header) => `        ${header}\n`).join('')}    },
${body ? `    data=json.dumps(${literal('python', body, 4)}).encode(),\n` : ''})
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        print(json.load(response))
except urllib.error.HTTPError as failure:
    sys.exit(f"{failure.code} {failure.read().decode()}")`;
}
