import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Invoke } from '../lambda/invoke.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { allows, policyDocument } from './policy.ts';

/** Nested values are rejected, as API Gateway does; the rest reaches the endpoint as text. */
const response = z.object({
  principalId: z.string().min(1),
  policyDocument,
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
});

/**
 * What the authorizer says of a caller whom it lets in: values by name, with `principalId`.
 * Whatever is not a well-formed policy that allows the request keeps it out.
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
