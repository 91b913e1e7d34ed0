import * as z from 'zod';
import { roleHoldersIn } from '../rights/roles.ts';
import { namedFunction, resourcesOf } from '../template-resources.ts';

const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});
type Template = z.infer<typeof template>;

const lambda = namedFunction.extend({ LoggingConfig: z.object({ LogGroup: z.string() }) });

const table = z.object({ StreamSpecification: z.object({ StreamViewType: z.string() }) });

const kept = z.record(z.string(), z.object({ type: z.string(), fixed: z.record(z.string(), z.unknown()) }));
const names = z.array(z.string());

/** The parts of a deployed release with which later releases are compared. */
export const release = z.strictObject({
  commit: z.string(),
  /** The exports of the stateful stack, by name. */
  exports: z.record(z.string(), z.unknown()),
  /** The names that the service stack imports. */
  imports: names,
  /** The log groups to which the functions write. The service stack refers to them by name, without an import. */
  logGroups: names,
  /**
   * The resources by logical id: all resources of the stateful stack, and those resources of the service stack whose
   * type is in {@link LASTING}.
   */
  resources: z.strictObject({ stateful: kept, service: kept }),
  streamViewType: z.string(),
  /** The logical id of each function, by the function's folder. */
  functions: z.record(z.string(), z.string()),
  /** The rights of each role, as text, by the function's folder or the AWS service that has the role. */
  rights: z.record(z.string(), z.strictObject({ used: names, leaving: names })),
});
export type Release = z.infer<typeof release>;

/**
 * The types of resources in the service stack that people or programs outside the stacks use: the address of the API,
 * and topics to which people have subscribed by hand.
 */
const LASTING = ['AWS::ApiGateway::RestApi', 'AWS::ApiGateway::Stage', 'AWS::SNS::Topic'];

/** Returns, for a type of resource, the properties whose change makes CloudFormation replace the resource. */
export type ReplacingProperties = (type: string) => readonly string[];

/** Reads a release from both synthesized templates of a stage. */
export function releaseOf(
  { commit, stateful, service }: { readonly commit: string; readonly stateful: unknown; readonly service: unknown },
  replacing: ReplacingProperties,
): Release {
  const [data, rest] = [template.parse(stateful), template.parse(service)];
  const functions = resourcesOf(service, 'AWS::Lambda::Function', lambda);
  const lasting = Object.entries(rest.Resources).filter(([, { Type }]) => LASTING.includes(Type));
  return {
    commit,
    exports: exportsOf(data),
    imports: importsOf(service),
    logGroups: functions.map(([, { LoggingConfig }]) => LoggingConfig.LogGroup),
    resources: {
      stateful: fixedProperties(Object.entries(data.Resources), replacing),
      service: fixedProperties(lasting, replacing),
    },
    streamViewType: streamViewTypeOf(data),
    functions: Object.fromEntries(
      functions.map(([id, { Environment }]) => [Environment.Variables.POWERTOOLS_SERVICE_NAME, id]),
    ),
    rights: rightsOf(service),
  };
}

function streamViewTypeOf({ Resources }: Template): string {
  const found = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::Table');
  return table.parse(found?.Properties).StreamSpecification.StreamViewType;
}

const exportsOf = ({ Outputs }: Template) =>
  Object.fromEntries(Object.values(Outputs).flatMap(({ Value, Export }) => (Export ? [[Export.Name, Value]] : [])));

/** Returns what a synthesized template imports from other stacks. */
export function importsOf(synthesized: unknown): string[] {
  const found = [...JSON.stringify(synthesized).matchAll(/"Fn::ImportValue":"([^"]+)"/g)];
  return [...new Set(found.map(([, name = '']) => name))].sort();
}

function fixedProperties(
  resources: readonly (readonly [string, z.infer<typeof resource>])[],
  replacing: ReplacingProperties,
) {
  return Object.fromEntries(
    resources.map(([id, { Type, Properties }]) => {
      const fixed = replacing(Type).flatMap((name) => (name in Properties ? [[name, Properties[name]]] : []));
      return [id, { type: Type, fixed: Object.fromEntries(fixed) }];
    }),
  );
}

function rightsOf(service: unknown): Release['rights'] {
  const holders = roleHoldersIn(service).map(({ name, rights }) => {
    const sentences = (isLeaving: boolean) =>
      rights
        .filter((right) => right.isLeaving === isLeaving)
        .flatMap(({ action, on, keys }) =>
          keys.length === 0 ? [`${action} on ${on}`] : keys.map((key) => `${action} on ${on}, items ${key}`),
        )
        .sort();
    return [name, { used: sentences(false), leaving: sentences(true) }] as const;
  });
  return Object.fromEntries(holders);
}
