import * as z from 'zod';

const strings = z.union([z.string().transform((only) => [only]), z.array(z.string())]);

const statement = z.object({
  Effect: z.literal('Allow'),
  Action: strings,
  Resource: z.unknown().transform((given): unknown[] => (Array.isArray(given) ? given : [given])),
  Condition: z.record(z.string(), z.record(z.string(), strings)).default({}),
});

const role = z.object({
  AssumeRolePolicyDocument: z.object({
    Statement: z.tuple([z.object({ Principal: z.object({ Service: z.string() }) })]),
  }),
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })),
});

const lambda = z.object({
  Environment: z.object({ Variables: z.looseObject({ POWERTOOLS_SERVICE_NAME: z.string() }) }),
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
});

const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

/** One thing that may be done to one resource. */
export interface Right {
  /** As IAM has it: `dynamodb:GetItem`. */
  readonly action: string;
  /** In our words: `table`, `main queue`. */
  readonly on: string;
  /** Partition keys, where the right is for some only: `PARTNER#*`. */
  readonly keys: readonly string[];
}

export interface Holder {
  /** A function by its folder, or the service that takes the role. */
  readonly name: string;
  readonly isFunction: boolean;
  readonly rights: readonly Right[];
}

/** Everybody who gets a role in a synthesized service stack, and what the role allows. */
export function holdersIn(synthesized: unknown): Holder[] {
  const resources = Object.entries(template.parse(synthesized).Resources);
  const ofType = <S extends z.ZodType>(type: string, schema: S) =>
    resources
      .filter(([, { Type }]) => Type === type)
      .map(([id, found]) => [id, schema.parse(found.Properties)] as const);
  const actionOf = new Map(
    ofType('AWS::Lambda::Function', lambda).map(([, { Environment, Role }]) => [
      Role['Fn::GetAtt'][0],
      Environment.Variables.POWERTOOLS_SERVICE_NAME,
    ]),
  );
  return ofType('AWS::IAM::Role', role).map(([id, { AssumeRolePolicyDocument, Policies }]) => {
    const [{ Principal }] = AssumeRolePolicyDocument.Statement;
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    return {
      name: actionOf.get(id) ?? Principal.Service,
      isFunction: actionOf.has(id),
      rights: statements.flatMap(rightsIn),
    };
  });
}

function rightsIn({ Action, Resource, Condition }: z.infer<typeof statement>): Right[] {
  const keys = Condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
  const targets = [...new Set(Resource.map(resourceName))];
  return targets.flatMap((on) => Action.map((action) => ({ action, on, keys })));
}

/**
 * By logical id: the construct's path, for a resource of CDK's own followed by eight hexadecimal digits. The first that
 * fits: an index is part of the table, as is its stream.
 */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\/index\/due/, 'index `due`'],
  [/Table[0-9A-F]{8}StreamArn|\/stream\/\*/, "table's stream"],
  [/Table[0-9A-F]{8}Arn/, 'table'],
  [/QueuesMain/, 'main queue'],
  [/QueuesSlow/, 'slow queue'],
  [/QueuesRelayFailures/, "relay's failures"],
  [/SecretsKey/, 'key of the signing secrets'],
  [/:log-group:/, 'its own log'],
  [/\{"Fn::GetAtt":\["(PublicApi|Delivery)/, 'the functions of the stage'],
  [/^"\*"$/, '`*`'],
];

/** Fails on a resource that has no name yet, so that no right can stay out of the document. */
function resourceName(resource: unknown): string {
  const text = JSON.stringify(resource);
  const found = NAMES.find(([pattern]) => pattern.test(text));
  if (!found)
    throw new Error(`docs/rights.md has no name for the resource ${text}: add one in tooling/rights/roles.ts`);
  return found[1];
}
