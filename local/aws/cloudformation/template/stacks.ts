import * as z from 'zod';
import type { Assembly, Template } from './assembly.ts';
import { resolveIntrinsics, type Scope } from './intrinsics.ts';
import { type LocalName, type NameOf, PSEUDO_PARAMETERS } from './local-names.ts';

export interface Resource {
  readonly logicalId: string;
  readonly type: string;
  /** The resource's properties, as in the template. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Returns one property with its intrinsic functions replaced, or undefined if it is absent. */
  readonly property: (name: string) => unknown;
  readonly name: () => LocalName;
  /** Returns the properties that the schema names, validated and with their intrinsic functions replaced. */
  readonly read: <S extends z.ZodObject>(schema: S) => z.output<S>;
}

/** Several stacks, treated as one set of resources. A stack can import what another stack exports. */
export interface Stacks {
  readonly ofType: (...types: string[]) => readonly Resource[];
  readonly outputs: (stackName: string) => Readonly<Record<string, string>>;
}

/** Loads stacks by name. Reading an imported value throws if none of these stacks exports it. */
export function loadStacks(assembly: Assembly, stackNames: readonly string[], nameOf: NameOf): Stacks {
  const stacks: Stack[] = stackNames.map((name) => loadStack(name, assembly.template(name), nameOf, importValue));
  const resources = stacks.flatMap((stack) => stack.resources);

  function importValue(exportName: string): unknown {
    for (const stack of stacks) {
      const value = stack.exported(exportName);
      if (value !== undefined) return value;
    }
    throw new Error(`No stack exports ${exportName}`);
  }

  return {
    ofType: (...types) => resources.filter(({ type }) => types.includes(type)),
    outputs: (stackName) => stacks.find(({ name }) => name === stackName)?.outputs() ?? {},
  };
}

interface Stack {
  readonly name: string;
  readonly resources: readonly Resource[];
  /** Leaves out outputs that refer to something without a local counterpart, such as a dashboard. */
  readonly outputs: () => Readonly<Record<string, string>>;
  /** Returns the value that the stack exports under a name, or undefined. */
  readonly exported: (exportName: string) => unknown;
}

/** Thrown for a reference to something without a local counterpart. */
class NotLocal extends Error {}

/** Loads a template. Intrinsic functions are replaced only when a value is read. */
function loadStack(stackName: string, template: Template, nameOf: NameOf, importValue: Scope['importValue']): Stack {
  const nameFor = (logicalId: string) => {
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`The template has no resource ${logicalId}`);
    const { Type: type, Properties: properties } = resource;
    const property = (name: string) => resolveIntrinsics(properties[name], scope);
    const name = nameOf(type, { stackName, logicalId, properties, property });
    if (!name) throw new NotLocal(`${type} (${logicalId}) has no local counterpart`);
    return name;
  };

  const scope: Scope = {
    ref: (name) => {
      if (name === 'AWS::StackName') return stackName;
      const parameter = template.Parameters[name];
      if (!parameter) return PSEUDO_PARAMETERS[name] ?? nameFor(name).ref;
      if (parameter.Type.startsWith('AWS::')) throw new NotLocal(`Parameter ${name} has no local value`);
      return parameter.Default;
    },
    attribute: (logicalId, attribute) => {
      const value = nameFor(logicalId).attributes[attribute];
      if (value === undefined) throw new NotLocal(`${logicalId} has no attribute ${attribute} in the local service`);
      return value;
    },
    importValue,
  };

  const outputs = Object.entries(template.Outputs);
  return {
    name: stackName,
    resources: Object.entries(template.Resources).map(([logicalId, { Type: type, Properties: properties }]) => {
      const property = (name: string) => resolveIntrinsics(properties[name], scope);
      return {
        logicalId,
        type,
        properties,
        property,
        name: () => nameFor(logicalId),
        read: (schema) => readProperties(`${stackName}/${logicalId} (${type})`, schema, property),
      };
    }),
    outputs: () =>
      Object.fromEntries(
        outputs.flatMap(([name, { Value }]) => localOutput(name, () => resolveIntrinsics(Value, scope))),
      ),
    exported: (exportName) => {
      const found = outputs.find(
        ([, { Export }]) => Export !== undefined && resolveIntrinsics(Export.Name, scope) === exportName,
      );
      return found && resolveIntrinsics(found[1].Value, scope);
    },
  };
}

function readProperties<S extends z.ZodObject>(
  where: string,
  schema: S,
  property: (name: string) => unknown,
): z.output<S> {
  try {
    const named = Object.keys(schema.shape).map((name) => [name, property(name)] as const);
    return schema.parse(Object.fromEntries(named.filter(([, value]) => value !== undefined)));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${where}: ${why}`, { cause: error });
  }
}

function localOutput(name: string, value: () => unknown): [string, string][] {
  try {
    return [[name, String(value())]];
  } catch (error) {
    if (error instanceof NotLocal) return [];
    throw error;
  }
}
