import { randomUUID } from 'node:crypto';
import { type ApiResponse, api, type CallOptions } from './api.ts';
import { operator } from './operator.ts';
import type { Service } from './service.ts';

export interface Line {
  readonly tenantId: string;
  readonly name: string;
  readonly region: string;
  readonly status: string;
  readonly externalId: string;
  readonly createdAt: string;
}

export interface PartnerWorld {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;
  /** Creates a line of this partner. Throws if that fails. */
  createLine(about?: Record<string, unknown>): Promise<Line>;
  /** Registers the webhook, and returns the signing secret. Throws if that fails. */
  registerWebhook(url: string): Promise<string>;
  recordCall(tenantId: string, call: object): Promise<Recorded>;
  recordCalls(tenantId: string, calls: readonly object[]): Promise<Recorded[]>;
}

interface Recorded {
  readonly callId: string;
  readonly startedAt: string;
}

type Ready = Service['ready'];

/** Returns the service that the end-to-end run started. */
export const running = (): Ready => JSON.parse(process.env['TEST_SERVICE'] ?? '{}');

/** Creates a partner on the given service, with all scopes unless the test names some. */
export async function newPartner(
  about: { scopes?: string; quota?: number } = {},
  service: Ready = running(),
): Promise<PartnerWorld> {
  const quota = about.quota === undefined ? [] : ['--quota', String(about.quota)];
  const scopes = about.scopes ?? 'tenants,config,calls,webhooks';
  const { partnerId, apiKey } = await operator<{ partnerId: string; apiKey: string }>(service.dataDir, [
    ...['partner', 'create', '--name', 'Acme', '--scopes', scopes],
    ...quota,
  ]);
  const send = api(service.baseUrl);
  const call: PartnerWorld['call'] = (method, path, options = {}) => send(method, path, { key: apiKey, ...options });
  const recordCalls: PartnerWorld['recordCalls'] = (tenantId, calls) =>
    operator(service.dataDir, ['call', 'record', '--tenant', tenantId, '--file', '-'], JSON.stringify(calls));
  return {
    partnerId,
    apiKey,
    call,
    createLine: async (lineAbout = {}) => {
      const response = await call('POST', '/v1/tenants', { body: aLine(lineAbout) });
      if (response.status !== 201) throw new Error(`No line: ${response.status} ${response.text}`);
      return response.json<Line>();
    },
    registerWebhook: async (url) => {
      const response = await call('PUT', '/v1/webhooks', { body: { url } });
      if (response.status !== 200) throw new Error(`No webhook: ${response.status} ${response.text}`);
      return response.json<{ signingSecret: string }>().signingSecret;
    },
    recordCall: async (tenantId, finished) => {
      const [recorded] = await recordCalls(tenantId, [finished]);
      if (!recorded) throw new Error('The call was not recorded');
      return recorded;
    },
    recordCalls,
  };
}

export const aLine = (about: Record<string, unknown> = {}) => ({
  name: 'Corner Cafe',
  region: 'kr',
  externalId: randomUUID(),
  ...about,
});
