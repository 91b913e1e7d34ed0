/** `npm run docs -- [--stage STAGE]`: writes the documentation and the packages for partners into dist/docs. */
import { join } from 'node:path';
import { writeDocs } from '../tooling/docs/write-docs.ts';
import { projectDir } from '../tooling/project-dir.ts';

const terminal = { out: console.log, err: console.error };
process.exitCode = await writeDocs(process.argv.slice(2), join(projectDir(), 'dist/docs'), terminal);
