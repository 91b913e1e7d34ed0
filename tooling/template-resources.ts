import * as z from 'zod';

const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

/** The properties of a function in a template. `POWERTOOLS_SERVICE_NAME` is the name of the function's folder. */
export const namedFunction = z.object({
  Environment: z.object({ Variables: z.looseObject({ POWERTOOLS_SERVICE_NAME: z.string() }) }),
});

/** Returns the logical ids of a template's resources of a type, with the properties that the schema names. */
export const resourcesOf = <S extends z.ZodType>(synthesized: unknown, type: string, schema: S) =>
  Object.entries(template.parse(synthesized).Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]): [id: string, properties: z.output<S>] => [id, schema.parse(Properties)]);
