import { setTimeout } from 'node:timers/promises';
import type { ApiMethod, MockIntegration } from '../cloudformation/stack-model.ts';
import type { Invoke } from '../lambda/invoke.ts';
import { compileParameter, fillIn, type Variables } from './expressions.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { readProxyResponse } from './wire/proxy-response.ts';
import type { WireResponse } from './wire/response.ts';

/**
 * Runs the function behind a method. A crash, a thrown error or a malformed answer is a 502, an answer that takes
 * longer than the integration may take a 504; in both cases the partner learns nothing of the cause.
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

/** An integration that answers by itself. A request of a type that no request template covers gets no further. */
export function compileMock(mock: MockIntegration) {
  const headers = Object.entries(mock.headers).map(([name, value]) => [name, compileParameter(name, value)] as const);
  return (contentType: string | undefined, context: Variables): WireResponse => {
    const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
    if (!mock.contentTypes.includes(type)) throw new GatewayFailure(mock.otherContentType);
    return {
      status: mock.status,
      headers: [
        ['Content-Type', 'application/json'],
        ...headers.map(([name, value]) => [name, value(context)] as const),
      ],
      body: fillIn(mock.body, context),
    };
  };
}
