import * as z from 'zod';

const resource = z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
export const template = z.looseObject({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.unknown()).default({}),
});
export type Template = z.infer<typeof template>;
type Resource = z.infer<typeof resource>;

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
  LoggingConfig: z.object({ LogGroup: z.string(), LogFormat: z.string(), SystemLogLevel: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

const role = z.object({
  ManagedPolicyArns: z.never().optional(),
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })),
});

/** Returns the resources of a type by logical id, with their policies and dependencies. */
export const resourcesOf = ({ Resources }: Template, type: string): Record<string, Resource> =>
  Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));

export const countOf = (template: Template, type: string): number => Object.keys(resourcesOf(template, type)).length;

/** Returns the properties of all resources of a type. Throws if there is none. */
export function propertiesOf(template: Template, type: string): Resource['Properties'][] {
  const found = Object.values(resourcesOf(template, type));
  if (found.length === 0) throw new Error(`The template has no ${type}`);
  return found.map(({ Properties }) => Properties);
}

/** Returns the only resource of its type. Throws if there is none or more than one. */
export function only(template: Template, type: string): Resource {
  const [found, ...others] = Object.values(resourcesOf(template, type));
  if (!found || others.length > 0) throw new Error(`The template has ${found ? 'several' : 'no'} ${type}`);
  return found;
}

/** Returns the resources of a type by logical id, with the properties that the schema names. */
export function resources<S extends z.ZodType>(
  template: Template,
  type: string,
  schema: S,
): Record<string, z.output<S>> {
  const found = Object.entries(resourcesOf(template, type));
  return Object.fromEntries(found.map(([id, { Properties }]) => [id, schema.parse(Properties)]));
}

/** Returns the properties of each resource of a type that the shape names. */
export const parsedProperties = <Shape extends z.ZodRawShape>(template: Template, type: string, shape: Shape) =>
  Object.values(resources(template, type, z.object(shape)));

export type LambdaFunction = Omit<z.infer<typeof lambda>, 'Environment'> & {
  /** The logical id. */
  readonly id: string;
  readonly action: string;
  readonly variables: Record<string, unknown>;
  readonly statements: readonly Statement[];
};

/** Returns every function of the service, with what its role allows. */
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

/** Returns the function with that name. Throws if there is none. */
export function functionOf(template: Template, action: string): LambdaFunction {
  const found = functionsOf(template).find((candidate) => candidate.action === action);
  if (!found) throw new Error(`The stack has no function ${action}`);
  return found;
}
