import type * as z from 'zod/mini';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The description of a field, alone or with keywords that its zod schema does not have, such as a pattern. */
export type FieldDoc = string | (JsonSchema & { readonly description: string });

/** One named schema of the document: the zod schema of the contract, with descriptions. */
export interface Component {
  readonly name: string;
  readonly schema: z.ZodMiniObject;
  readonly description: string;
  readonly fields: Readonly<Record<string, FieldDoc>>;
  readonly example: unknown;
  /** JSON Schema keywords of the object as a whole. */
  readonly keywords?: JsonSchema;
}

/** Returns a named schema. Does not compile if a field has no description or the example does not match the schema. */
export const component = <Shape extends z.core.$ZodLooseShape, Config extends z.core.$ZodObjectConfig>(
  name: string,
  schema: z.ZodMiniObject<Shape, Config>,
  words: Pick<Component, 'description' | 'keywords'> & {
    readonly fields: { readonly [Field in keyof Shape]-?: FieldDoc };
    readonly example: z.input<z.ZodMiniObject<Shape, Config>>;
  },
): Component => ({ name, schema, ...words });

/** Returns the schema without `$schema` and `$id`, which are for a schema in a document of its own. */
export const removeSchemaAndId = ({ $schema, $id, ...schema }: z.core.JSONSchema.BaseSchema) => schema;
