import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Invoke } from '../lambda/invoke.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { allows, policyDocument } from './policy.ts';

/** API Gateway rejects nested context values. It passes all others to the endpoint as text. */
const response = z.object({
  principalId: z.string().min(1),
  policyDocument,
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
});

/**
 * Invokes the authorizer and returns its context values by name, with `principalId`. Throws a GatewayFailure unless the
 * response is a well-formed policy that allows the request.
 */
export async function authorize(
  invoke: Invoke,
  functionLogicalId: string,
  event: APIGatewayRequestAuthorizerEvent,
): Promise<Readonly<Record<string, string>>> {
  const result = await invoke(functionLogicalId, event);
  if (!result.ok) {
    throw new GatewayFailure(result.error.errorMessage === 'Unauthorized' ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE');
  }
  const { data } = response.safeParse(result.payload);
  if (!data) throw new GatewayFailure('AUTHORIZER_CONFIGURATION_ERROR');
  const authorizer = { ...data.context, principalId: data.principalId };
  if (!allows(data.policyDocument, event.methodArn)) throw new GatewayFailure('ACCESS_DENIED', { authorizer });
  return authorizer;
}
