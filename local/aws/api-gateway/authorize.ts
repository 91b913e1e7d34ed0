import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Invoke } from '../lambda/invoke.ts';
import { GatewayFailure } from './gateway-failure.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const policyDocument = z.object({
  Version: z.string(),
  Statement: z.array(z.object({ Effect: z.enum(['Allow', 'Deny']), Action: oneOrMore, Resource: oneOrMore })).min(1),
});

function policyAllows({ Statement }: z.infer<typeof policyDocument>, methodArn: string): boolean {
  const effects = Statement.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => matches(pattern.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((pattern) => matches(pattern, methodArn)),
  ).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

/**
 * Compares a text with an IAM pattern: `*` matches any text, `?` one character. An authorizer may return the request's
 * own ARN as the pattern. A partner can put many `*` into the path of that ARN, and a pattern with many `*` is slow. So
 * equality is checked first.
 */
const matches = (pattern: string, text: string) => pattern === text || wildcard(pattern).test(text);

const wildcard = (pattern: string) =>
  new RegExp(
    `^${pattern.replace(/[.*+?^${}()|[\]\\]/g, (sign) => ({ '*': '.*', '?': '.' })[sign] ?? `\\${sign}`)}$`,
    's',
  );

/**
 * The response of an authorizer. API Gateway accepts texts, numbers and booleans in the context, and passes them to the
 * endpoint as text.
 */
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
  if (!policyAllows(data.policyDocument, event.methodArn)) throw new GatewayFailure('ACCESS_DENIED', { authorizer });
  return authorizer;
}
