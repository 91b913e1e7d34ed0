import openapiTS, { astToString } from 'openapi-typescript';
import { openApiText } from './document.ts';

const HEAD = '/** Generated from openapi.json by `npm run contract`. */\n\n';

/** The TypeScript types of the document, as the client has them. A value that has a default may be left out. */
export async function clientTypes(): Promise<string> {
  const ast = await openapiTS(openApiText(), { defaultNonNullable: false });
  return HEAD + astToString(ast);
}
