/** `npm run contract`: writes the files that are generated from the contract. A test fails if they are out of date. */
import { writeFileSync } from 'node:fs';
import { clientReasons, clientTypes } from '../partner-docs/openapi/client-types.ts';
import { openApiText } from '../partner-docs/openapi/document.ts';

write('openapi.json', openApiText());
write('clients/typescript/src/openapi-types.ts', await clientTypes());
write('clients/typescript/src/forbidden-reasons.ts', clientReasons());

function write(file: string, text: string): void {
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
  console.log(file);
}
