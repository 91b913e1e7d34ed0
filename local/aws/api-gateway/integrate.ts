import { setTimeout } from 'node:timers/promises';
import type { ApiMethod, MockIntegration } from '../cloudformation/stack-model.ts';
import type { Invoke } from '../lambda/invoke.ts';
import { compileHeaders, fillTemplate, type Variables } from './expressions.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { readProxyResponse } from './wire/proxy-response.ts';
import type { WireResponse } from './wire/send.ts';

/**
 * Invokes the function behind a method. Fails with 502 after a crash, a thrown error or a malformed response, and with
 * 504 after the integration's timeout, unless the template sets another status. The partner learns nothing about the
 * cause.
 */
export async function callFunction(
  invoke: Invoke,
  { functionLogicalId, timeoutMs }: Extract<ApiMethod['integration'], { kind: 'lambda' }>,
  event: unknown,
): Promise<WireResponse> {
  const timer = new AbortController();
  try {
    const result = await Promise.race([
      invoke(functionLogicalId, event),
      setTimeout(timeoutMs, undefined, { signal: timer.signal, ref: false }),
    ]);
    if (result === undefined) throw new GatewayFailure('INTEGRATION_TIMEOUT');
    const response = result.ok ? readProxyResponse(result.payload) : undefined;
    if (!response) throw new GatewayFailure('DEFAULT_5XX', { status: 502 });
    return response;
  } finally {
    timer.abort();
  }
}

/** Compiles an integration without a function. It rejects a content type that has no request template. */
export function compileMock(mock: MockIntegration) {
  const headers = compileHeaders(mock.headers);
  return (contentType: string | undefined, context: Variables): WireResponse => {
    const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
    if (!mock.contentTypes.includes(type)) throw new GatewayFailure(mock.otherContentType);
    return { status: mock.status, headers: headers(context), body: fillTemplate(mock.body, context) };
  };
}
