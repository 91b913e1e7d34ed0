import openapiTS, { astToString } from 'openapi-typescript';
import {
  insufficientScope,
  LINE_NOT_DELEGATED,
  PARTNER_NOT_ACTIVE,
  REQUEST_BLOCKED,
} from '../../shared/contract/forbidden.ts';
import { SCOPES } from '../../shared/contract/routes.ts';
import { openApiText } from './document.ts';

/** Maps the sentence in `error` to the reason for a 403, because the contract has no codes for a 403. */
const FORBIDDEN_REASONS = {
  [PARTNER_NOT_ACTIVE]: 'partner_inactive',
  ...Object.fromEntries(SCOPES.map((scope) => [insufficientScope(scope), 'missing_scope'])),
  [LINE_NOT_DELEGATED]: 'line_not_accessible',
  [REQUEST_BLOCKED]: 'request_blocked',
};

const HEAD = '/** Generated from openapi.json by `npm run generate`. */\n\n';

/** Returns the text of the client's `openapi-types.ts`. */
export async function clientTypes(): Promise<string> {
  const ast = await openapiTS(openApiText());
  return HEAD + astToString(ast);
}

/** Returns the text of the client's `forbidden-reasons.ts`, which maps the sentence of each 403 to its `reason`. */
export const forbiddenReasonsSource =
  (): string => `/** Generated from the sentences of the contract by \`npm run generate\`. */

export const FORBIDDEN_REASONS = {
${Object.entries(FORBIDDEN_REASONS)
  .map(([sentence, reason]) => `  '${sentence}': '${reason}',\n`)
  .join('')}} as const;
`;
