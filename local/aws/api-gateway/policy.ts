import * as z from 'zod';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

export const policyDocument = z.object({
  Version: z.string(),
  Statement: z.array(z.object({ Effect: z.enum(['Allow', 'Deny']), Action: oneOrMore, Resource: oneOrMore })).min(1),
});

/** Returns whether an authorizer's policy allows the method: some statement allows it, and none denies it. */
export function allows({ Statement }: z.infer<typeof policyDocument>, methodArn: string): boolean {
  const effects = Statement.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => matches(pattern.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((pattern) => matches(pattern, methodArn)),
  ).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

/**
 * Matches IAM's wildcards: `*` for any text, `?` for one character. Compares for equality first, because an authorizer
 * may return the request's own ARN as the pattern. A partner's path may put many `*` into that ARN, and a pattern with
 * many `*` is slow.
 */
const matches = (pattern: string, text: string) => pattern === text || wildcard(pattern).test(text);

const wildcard = (pattern: string) =>
  new RegExp(
    `^${pattern.replace(/[.*+?^${}()|[\]\\]/g, (sign) => ({ '*': '.*', '?': '.' })[sign] ?? `\\${sign}`)}$`,
    's',
  );
