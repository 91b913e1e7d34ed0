import type { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const statement = z.object({
  Effect: z.literal('Allow'),
  Action: oneOrMore,
  Resource: z.unknown(),
  Condition: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))).optional(),
});
export type Statement = z.infer<typeof statement>;

const reference = z
  .object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
  .transform((got) => got['Fn::GetAtt'][0]);

const lambda = z.object({
  Runtime: z.string(),
  Architectures: z.array(z.string()),
  Timeout: z.number(),
  MemorySize: z.number(),
  ReservedConcurrentExecutions: z.number().optional(),
  RecursiveLoop: z.enum(['Allow', 'Terminate']).optional(),
  Role: reference,
  LoggingConfig: z.object({ LogGroup: z.string(), LogFormat: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

const role = z.object({
  ManagedPolicyArns: z.never().optional(),
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })),
});

/** The resources of a type by logical id, as far as the schema goes. */
export function resources<S extends z.ZodType>(
  template: Template,
  type: string,
  schema: S,
): Record<string, z.output<S>> {
  const found = Object.entries(template.findResources(type));
  return Object.fromEntries(found.map(([id, resource]) => [id, schema.parse(resource['Properties'])]));
}

export type LambdaFunction = Omit<z.infer<typeof lambda>, 'Environment'> & {
  /** Its logical id. */
  readonly id: string;
  readonly action: string;
  readonly variables: Record<string, unknown>;
  readonly statements: readonly Statement[];
};

/** Every function of the service, with what its role allows. */
export function functionsOf(template: Template): LambdaFunction[] {
  const roles = resources(template, 'AWS::IAM::Role', role);
  return Object.entries(resources(template, 'AWS::Lambda::Function', lambda)).map(([id, properties]) => {
    const { Environment, ...rest } = properties;
    return {
      ...rest,
      id,
      action: z.string().parse(Environment.Variables['POWERTOOLS_SERVICE_NAME']),
      variables: Environment.Variables,
      statements: roles[rest.Role]?.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [],
    };
  });
}

/** The function of that name; a test about one that is not there fails. */
export function functionOf(template: Template, action: string): LambdaFunction {
  const found = functionsOf(template).find((candidate) => candidate.action === action);
  if (!found) throw new Error(`The stack has no function ${action}`);
  return found;
}
