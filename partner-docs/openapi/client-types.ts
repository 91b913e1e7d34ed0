import openapiTS, { astToString } from 'openapi-typescript';
import { openApiText } from './document.ts';

const HEAD = '/** Generated from openapi.json by `npm run contract`. */\n\n';

/** The TypeScript types of the document, for the client. A value with a default is optional. */
export async function clientTypes(): Promise<string> {
  const ast = await openapiTS(openApiText(), { defaultNonNullable: false });
  return HEAD + astToString(ast);
}
