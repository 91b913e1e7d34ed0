import * as z from 'zod';
import { manifest } from '../aws/cloudformation/template.ts';

/**
 * The types of resources that the host reads, or to which these resources refer. The sandbox's host watches no alarms, so
 * it needs no probe.
 */
const READ =
  /^AWS::(DynamoDB::(Table|GlobalTable)|SQS::Queue|SNS::Topic|KMS::(Key|Alias)|Lambda::(Function|Version|Alias|EventSourceMapping)|ApiGateway::(RestApi|Resource|Authorizer|Stage|Method|GatewayResponse)|Events::Rule|Scheduler::Schedule)$/;

/** The properties that only AWS needs. */
const NOT_READ = ['Role', 'KeyPolicy', 'Policy', 'Tags', 'Description', 'TracingConfig'];

const template = z.object({
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z.record(z.string(), z.unknown()).default({}),
});

/** Returns the part of a template that the host reads, as JSON. */
export function trimmedTemplate(text: string): string {
  const { Parameters, Resources, Outputs } = template.parse(JSON.parse(text));
  const kept = Object.entries(Resources).filter(([id, { Type }]) => READ.test(Type) && !id.startsWith('Probe'));
  const isGone = (id: string) => id in Resources && !kept.some(([name]) => name === id);
  const resources = kept.map(([id, { Type, Properties }]) => {
    const read = Object.entries(Properties).filter(([name]) => !NOT_READ.includes(name));
    return [id, { Type, Properties: Object.fromEntries(read) }] as const;
  });
  const outputs = Object.entries(Outputs).filter(([, output]) => !referencedNames(output).some(isGone));
  return JSON.stringify({
    Parameters,
    Resources: Object.fromEntries(resources),
    Outputs: Object.fromEntries(outputs),
  });
}

/** Returns the names of the resources to which a value refers. */
function referencedNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    if (key === 'Fn::GetAtt' && Array.isArray(inner)) return [String(inner[0])];
    return referencedNames(inner);
  });
}

/** Returns the part of a manifest with the paths of templates and bundles, as JSON. */
export function trimmedManifest(text: string): string {
  const { artifacts } = manifest.parse(JSON.parse(text));
  const kept = Object.entries(artifacts).filter(([, { type }]) => /stack$|asset-manifest$/.test(type));
  return JSON.stringify({ artifacts: Object.fromEntries(kept) });
}
