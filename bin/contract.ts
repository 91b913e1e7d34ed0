/** `npm run contract`: writes what is generated from the contract. A test fails when it is out of date. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiText } from './contract/document.ts';

const path = fileURLToPath(new URL('../openapi.json', import.meta.url));
writeFileSync(path, openApiText());
console.log(`Written: ${path}`);
