import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Json = Record<string, unknown>;

/** The name of the document in the validator, with which its `#/…` references are resolved. */
const DOCUMENT = 'openapi';

/** Compiles parts of a document, named by JSON pointer, as JSON Schema 2020-12. */
export function schemasOf(document: Json): (pointer: string) => ValidateFunction {
  // Each test file compiles the schemas again and checks few values with them, so fast compilation matters most.
  const compiledFast = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, allErrors: true, ...compiledFast });
  addFormats.default(ajv, ['date-time', 'uri', 'int64']);
  ajv.addSchema(document, DOCUMENT);
  return (pointer) => {
    const validate = ajv.getSchema(`${DOCUMENT}#${encodeURI(pointer)}`);
    if (!validate) throw new Error(`No schema at ${pointer}`);
    return validate;
  };
}

/** Escapes a name as a step of a JSON pointer. */
export const step = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
