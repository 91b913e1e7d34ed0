import { once } from 'node:events';
import { connect, type SecureVersion } from 'node:tls';
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import * as z from 'zod';
import { ACCESS_LOG, type StageSettings } from '../../../lib/stages.ts';
import type { Target } from '../../../operator/target.ts';
import { API_KEY_PREFIX } from '../../../shared/contract/credential-forms.ts';
import { RATE_LIMITED } from '../../../shared/contract/failures-without-code.ts';
import { REQUEST_ID, RETRY_AFTER } from '../../../shared/contract/response-headers.ts';
import { type ApiResponse, requireFailure, requireHeader } from '../api.ts';
import { type Check, ok, skipped, Unmet } from '../check.ts';
import type { World } from '../test-partner.ts';

const WITHIN_MS = 10_000;
/** WAF's limit is not checked if it is higher, because the check sends more requests than the limit, one by one. */
const MOST_REQUESTS = 200;
const accessLine = z.object({ requestId: z.string(), partnerId: z.string() });

type Asks = Pick<World, 'target' | 'stage' | 'send' | 'until' | 'partner'>;

/** The setting of a deployed stage that a check needs. For the local service, `stage` is undefined. */
interface StageWith<Name extends keyof StageSettings> {
  readonly stage: { readonly settings: Pick<StageSettings, Name> } | undefined;
}

export interface DomainAsks extends StageWith<'domain'> {
  readonly target: {
    readonly outputs: Pick<Target['outputs'], 'ExecuteApiUrl'>;
    readonly fetchStatus: Target['fetchStatus'];
  };
}

/** Checks that API Gateway's own address of the API rejects requests. */
export const DOMAIN_CHECK: Check<DomainAsks> = {
  name: 'the API is reachable only through its domain',
  async run({ target, stage }) {
    if (stage === undefined) return skipped('the local service has no domain');
    if (stage.settings.domain === undefined) return skipped('the stage has no domain');
    const { ExecuteApiUrl: url } = target.outputs;
    if (url === undefined) return skipped("the stack has no output with API Gateway's own address");
    const status = await target.fetchStatus(new URL(`${url}/v1/whoami`));
    if (status === 403) return ok(`${url} returns 403`);
    throw new Unmet(`${url}/v1/whoami returned ${status}, not 403`);
  },
};

/** Checks the TLS versions, the domain and the access log of the API. */
export const EDGE_CHECKS: readonly Check<Asks>[] = [
  {
    name: 'TLS 1.2 or later is required',
    async run({ target }) {
      const url = new URL(target.outputs.ApiUrl);
      if (url.protocol !== 'https:') return skipped('the local service has no TLS');
      const agreed = await tlsVersion(url, 'TLSv1.2');
      if (agreed === undefined) throw new Unmet('a client cannot connect with TLS 1.2 or later');
      const old = await tlsVersion(url, 'TLSv1', 'TLSv1.1');
      if (old !== undefined) throw new Unmet(`a client can connect with ${old}`);
      return ok(`${agreed}; TLS 1.1 is rejected`);
    },
  },
  DOMAIN_CHECK,
  {
    name: 'the access log names the partner and not the key',
    async run({ target, stage, send, until, partner }) {
      if (stage === undefined) return skipped('the local service has no access log');
      const { LogGroupPrefix: prefix } = target.outputs;
      const startTime = target.nowMs();
      const id = requireHeader(await send('GET', '/v1/whoami'), REQUEST_ID);
      const query = { logGroupName: `${prefix}/${ACCESS_LOG}`, filterPattern: `"${id}"`, startTime };
      const message = await until(async () => {
        const { events = [] } = await stage.logs.send(new FilterLogEventsCommand(query));
        return events[0]?.message;
      });
      if (message === undefined) throw new Unmet(`the access log has no line about the request ${id}`);
      if (message.includes(API_KEY_PREFIX)) throw new Unmet('the access log contains an API key');
      const line = accessLine.parse(JSON.parse(message));
      if (line.partnerId !== partner.partnerId)
        throw new Unmet(`the line of the access log about request ${id} names another partner`);
      return ok(`request ${id}`);
    },
  },
];

/** This check runs last, because WAF blocks this machine for minutes. */
export const WAF_CHECK: Check<StageWith<'shield'> & Pick<World, 'send' | 'until'>> = {
  name: 'a request that WAF blocks gets the 429 of the contract',
  async run({ stage, send, until }) {
    const limit = stage?.settings.shield?.requestsPerAddress;
    if (limit === undefined)
      return skipped(stage === undefined ? 'the local service has no WAF' : 'the stage has no WAF');
    if (limit > MOST_REQUESTS)
      return skipped(
        `the check would send more than ${limit} requests: set shield: { requestsPerAddress: ${MOST_REQUESTS} } in staging`,
      );
    let sent = 0;
    const blockedRequest = async () => {
      sent += 1;
      // Each request has its own path, because the authorizer limits each path separately. Only WAF counts all requests
      // of an address.
      const response = await send('GET', `/v1/tenants/tn_waf_${sent}`);
      return response.status === 429 ? response : undefined;
    };
    let blocked: ApiResponse | undefined;
    while (blocked === undefined && sent < limit) blocked = await blockedRequest();
    // WAF counts with a delay, so it allows the first requests over the limit.
    blocked ??= await until(blockedRequest);
    if (blocked === undefined) throw new Unmet(`none of ${sent} requests was blocked`);
    requireFailure(blocked, 429, { error: RATE_LIMITED });
    return ok(`request ${sent}: Retry-After ${requireHeader(blocked, RETRY_AFTER)}`);
  },
};

/** Returns the TLS version on which client and server agree, or undefined if the server rejects all versions. */
async function tlsVersion(
  { hostname, port }: URL,
  minVersion: SecureVersion,
  maxVersion?: SecureVersion,
): Promise<string | undefined> {
  const socket = connect({
    host: hostname,
    port: port === '' ? 443 : Number(port),
    servername: hostname,
    minVersion,
    ...(maxVersion && { maxVersion }),
    // At the default security level, OpenSSL itself would reject the old versions.
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(WITHIN_MS) });
    return socket.getProtocol() ?? undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_SSL_')) return undefined;
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return undefined;
    throw error;
  } finally {
    socket.destroy();
  }
}
