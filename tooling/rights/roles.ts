import * as z from 'zod';
import { isMarkedForRemoval } from '../../lib/policy.ts';
import { namedFunction, resourcesOf } from '../template-resources.ts';

const strings = z.union([z.string().transform((only) => [only]), z.array(z.string())]);

const statement = z.object({
  Sid: z.string().optional(),
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

const lambda = namedFunction.extend({ Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }) });

export interface Right {
  /** The action in IAM's form, such as `dynamodb:GetItem`. */
  readonly action: string;
  /** The resource in our words, such as `table` or `main queue`. */
  readonly on: string;
  /** The partition keys, such as `PARTNER#*`, to which the right is limited. Empty if the right has no such limit. */
  readonly keys: readonly string[];
  /** Whether the holder no longer uses the right. A later release removes such a right. */
  readonly isLeaving: boolean;
}

export interface Holder {
  /** A function's folder, or the AWS service that assumes the role. */
  readonly name: string;
  readonly isFunction: boolean;
  readonly rights: readonly Right[];
}

/** Returns every holder of a role in a synthesized service stack, with the rights of that role. */
export function roleHoldersIn(synthesized: unknown): Holder[] {
  const actionOf = new Map(
    resourcesOf(synthesized, 'AWS::Lambda::Function', lambda).map(([, { Environment, Role }]) => [
      Role['Fn::GetAtt'][0],
      Environment.Variables.POWERTOOLS_SERVICE_NAME,
    ]),
  );
  return resourcesOf(synthesized, 'AWS::IAM::Role', role).map(([id, { AssumeRolePolicyDocument, Policies }]) => {
    const [{ Principal }] = AssumeRolePolicyDocument.Statement;
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    return {
      name: actionOf.get(id) ?? Principal.Service,
      isFunction: actionOf.has(id),
      rights: statements.flatMap(rightsInStatement),
    };
  });
}

function rightsInStatement({ Sid, Action, Resource, Condition }: z.infer<typeof statement>): Right[] {
  const keys = Condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
  const targets = [...new Set(Resource.map(resourceName))];
  return targets.flatMap((on) => Action.map((action) => ({ action, on, keys, isLeaving: isMarkedForRemoval(Sid) })));
}

/**
 * Our words for resources, with patterns of their logical ids or ARNs. A logical id is the construct's path, to which
 * CDK usually appends eight hexadecimal digits. The first match applies. The index and the stream come before
 * the table, because their ARNs can contain the table's ARN.
 */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\/index\/due/, 'index `due`'],
  [/Table[0-9A-F]{8}StreamArn|\/stream\/\*/, "table's stream"],
  [/Table[0-9A-F]{8}Arn/, 'table'],
  [/QueuesMain/, 'main queue'],
  [/QueuesSlow/, 'slow queue'],
  [/QueuesHung/, 'hung queue'],
  [/QueuesRelayFailures/, "relay's failure queue"],
  [/IntakeCalls/, 'intake queue'],
  [/IntakeDeadLetters/, "intake's dead-letter queue"],
  [/PartnerNotices/, 'topic of notices about partners'],
  [/SecretsKey/, 'key of the signing secrets'],
  [/:log-group:/, 'its own log'],
  [/deploymentgroup:/, 'the deployment groups of the stage'],
  [/Rolloutcheckversion/, '`check-version`'],
  [/\{"Fn::GetAtt":\["(PublicApi|Delivery|VoicePlatform|Probe)/, 'the functions of the stage'],
  [/^"\*"$/, '`*`'],
];

/** Throws if we have no word for a resource, so that no right is missing from the document. */
function resourceName(resource: unknown): string {
  const text = JSON.stringify(resource);
  const found = NAMES.find(([pattern]) => pattern.test(text));
  if (!found)
    throw new Error(`docs/rights.md has no name for the resource ${text}: add one in tooling/rights/roles.ts`);
  return found[1];
}
