import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { SUMMARY_LIMIT_BYTES } from '../../shared/contract/calls/calls.ts';
import { recordCallInput, recordCallResponse } from '../../shared/domain/calls/finished-call.ts';
import { lineForCallInput, lineForCallResponse } from '../../shared/domain/lines/line-for-call.ts';

/**
 * Returns a JSON Schema without `additionalProperties: false`, because inputs and responses can get further fields, and
 * without `$ref`, so that each part can be used as a schema of its own.
 */
const schemaOf = (schema: z.core.$ZodType, override: (part: z.core.JSONSchema.BaseSchema) => void) =>
  z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => override(jsonSchema) });

/**
 * Returns the schema of an input. In Python, `\d` includes the digits of all scripts, and `$` also matches before a
 * final line break. So the patterns contain no `\d`, and a further rule forbids line breaks.
 */
const inputOf = (schema: z.core.$ZodType) =>
  schemaOf(schema, (part) => {
    if (part.pattern === undefined) return;
    part.pattern = part.pattern.replaceAll('\\d', '[0-9]');
    part.not = { pattern: '\n' };
  });

/**
 * Returns the schema of a response, without patterns, bounds of numbers and `additionalProperties`. Nobody has to check
 * what the service sends, and not every language understands each pattern.
 */
const responseOf = (schema: z.core.$ZodType) =>
  schemaOf(schema, (part) => {
    delete part.pattern;
    delete part.minimum;
    delete part.maximum;
    delete part.additionalProperties;
  });

/** The JSON Schemas of what the voice platform sends and receives, from the schemas of the functions. */
const SCHEMAS = {
  about: [
    'Inputs and responses of the functions line-for-call and record-call. The body of a message of the intake queue is',
    `the input of record-call. These schemas do not check that a summary has at most ${SUMMARY_LIMIT_BYTES.toLocaleString('en')} bytes in UTF-8 and`,
    'is not blank, and that texts contain no NUL and no lone surrogates.',
  ].join(' '),
  lineForCall: {
    input: { ...inputOf(lineForCallInput), oneOf: [{ required: ['number'] }, { required: ['tenantId'] }] },
    response: responseOf(lineForCallResponse),
  },
  recordCall: { input: inputOf(recordCallInput), response: responseOf(recordCallResponse) },
};

export const schemasText = (): string => `${JSON.stringify(SCHEMAS, null, 2)}\n`;

const HEAD = '/** Generated from shared/domain/calls/phone-number.ts and its import by `npm run generate`. */\n\n';
const DOMAIN = '../../shared/domain';
/** The files that are copied into the client. `phone-number.ts` masks numbers, and imports `decode-percent.ts`. */
const SOURCES = [`${DOMAIN}/requests/decode-percent.ts`, `${DOMAIN}/calls/phone-number.ts`];

/** The module is a copy of the service's code, because the client must not import the service. */
export const clientMaskingSource = (): string => HEAD + SOURCES.map(sourceForClient).join('\n');

function sourceForClient(path: string): string {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  return source
    .replaceAll(/^import .*\n\n?/gm, '')
    .replaceAll(/^export (function decodePercent|const (?:SHOWN_DIGITS|LONGEST_NUMBER))/gm, '$1');
}
