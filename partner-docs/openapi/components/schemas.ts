import * as z from 'zod/mini';
import { DATE_TIME_PATTERN } from '../../../shared/contract/date-time.ts';
import { eventName } from '../../../shared/contract/webhooks.ts';
import { AGENT_COMPONENTS } from './agent.ts';
import { CALL_COMPONENTS } from './calls.ts';
import { type Component, type JsonSchema, removeSchemaAndId } from './component.ts';
import { LINE_COMPONENTS } from './lines.ts';
import { PARTNER_COMPONENTS } from './partner.ts';

const COMPONENTS: readonly Component[] = [
  ...PARTNER_COMPONENTS,
  ...LINE_COMPONENTS,
  ...AGENT_COMPONENTS,
  ...CALL_COMPONENTS,
];

/** Returns the named schemas of the contract as JSON Schema. The schemas refer to each other by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const { name, schema } of COMPONENTS) registry.add(schema, { id: name });
  registry.add(eventName, { id: 'EventName' });
  // With `input`, the document shows values as they are sent, before defaults apply.
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: simplifySchema,
  });
  const described = COMPONENTS.map((component) => [
    component.name,
    addDescriptions(component, removeSchemaAndId(schemas[component.name] ?? {})),
  ]);
  const eventNames = {
    ...removeSchemaAndId(schemas['EventName'] ?? {}),
    description: 'The name of an event that a webhook can receive.',
  };
  return Object.fromEntries([...described, ['EventName', eventNames]]);
}

export function bodyWithSchema(name: string) {
  const { example } = COMPONENTS.find((component) => component.name === name) ?? {};
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example } };
}

/**
 * Simplifies what zod writes: the long pattern of a time, and JavaScript's bounds of integers. Removes defaults,
 * because type generators would make a field with a default required in a request. The field's description has the
 * default.
 */
function simplifySchema({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === 'date-time') jsonSchema.pattern = DATE_TIME_PATTERN;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.default;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function addDescriptions({ description, fields, keywords, example }: Component, schema: z.core.JSONSchema.BaseSchema) {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const doc = fields[name];
    const described = typeof doc === 'string' ? { description: doc } : doc;
    return [name, { ...(typeof property === 'object' ? property : {}), ...described }];
  });
  return { description, ...schema, properties: Object.fromEntries(properties), ...keywords, examples: [example] };
}
