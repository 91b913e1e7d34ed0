import { type Around, type GatewayRequest, startGateway } from '../../../../local/aws/api-gateway/gateway.ts';
import type { ApiMethod, ApiModel } from '../../../../local/aws/cloudformation/stack-model.ts';
import type { Invoke, InvokeResult } from '../../../../local/aws/lambda/invoke.ts';

export const lambda = (method: string, path: string, authorized = false, timeoutMs = 29_000): ApiMethod => ({
  method,
  path,
  integration: { kind: 'lambda', functionLogicalId: 'endpoint', timeoutMs },
  ...(authorized ? { authorizerFunctionLogicalId: 'authorizer' } : {}),
});

/** Shortened copies of the service's gateway responses. */
const inContractForm: ApiModel['gatewayResponses'] = {
  ACCESS_DENIED: {
    status: 401,
    template: '{"error":"$context.authorizer.message"}',
    parameters: { 'WWW-Authenticate': "'Bearer'", 'X-Request-Id': 'context.requestId' },
  },
  MISSING_AUTHENTICATION_TOKEN: { status: 404, template: '{"error":"Not found"}', parameters: {} },
  REQUEST_TOO_LARGE: { status: 400, template: '{"error":"Too large"}', parameters: {} },
  INTEGRATION_TIMEOUT: { template: '{"error":"Took too long"}', parameters: {} },
  DEFAULT_4XX: { template: '{"error":"Unreadable"}', parameters: { 'X-Request-Id': 'context.requestId' } },
  DEFAULT_5XX: { template: '{"error":"Internal server error"}', parameters: {} },
};

interface Setting {
  readonly methods: readonly ApiMethod[];
  readonly endpoint?: (event: unknown) => Promise<InvokeResult> | InvokeResult;
  readonly authorizer?: (event: unknown) => InvokeResult;
  readonly gatewayResponses?: ApiModel['gatewayResponses'];
  readonly around?: Around;
  readonly nowMs?: () => number;
}

const open: { close(): Promise<void> }[] = [];
export const closeGateways = () => Promise.all(open.splice(0).map((gateway) => gateway.close()));

export const ok = (payload: unknown): InvokeResult => ({ ok: true, payload });
export const failed = (errorMessage: string): InvokeResult => ({
  ok: false,
  error: { errorType: 'Error', errorMessage },
});

/** Starts a gateway in front of fake functions. By default the endpoint returns its event. */
export async function world({
  methods,
  gatewayResponses = inContractForm,
  around,
  nowMs = Date.now,
  ...functions
}: Setting) {
  const requests: GatewayRequest[] = [];
  const events: unknown[] = [];
  const faults: unknown[] = [];
  const invoke: Invoke = async (functionLogicalId, event) => {
    events.push(event);
    if (functionLogicalId === 'authorizer') return functions.authorizer?.(event) ?? failed('no authorizer');
    return functions.endpoint?.(event) ?? ok({ statusCode: 200, body: JSON.stringify(event) });
  };
  const gateway = await startGateway({
    api: { id: 'api', name: 'partner-lines', stageName: 'dev', methods, gatewayResponses },
    invoke,
    port: 0,
    nowMs,
    around,
    onRequest: (request) => requests.push(request),
    onFault: (error) => faults.push(error),
  });
  open.push(gateway);
  return {
    gateway,
    events,
    requests,
    faults,
    url: (path: string) => `${gateway.baseUrl}${path}`,
    port: Number(new URL(gateway.baseUrl).port),
  };
}

export const bodyOf = (response: string) => response.slice(response.indexOf('\r\n\r\n') + 4);
