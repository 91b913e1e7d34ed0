/** Which folder may know which. Each rule says why; test/checks/boundaries.test.ts plants a forbidden import and sees it refused. */
const OURS = '^(bin|emulator|operator|partner-docs|webhook-tools|tooling|lib|functions|shared|test)/';
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: OURS, pathNot: allowed },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle hides which side knows the other.',
      from: {},
      to: { circular: true },
    },
    only(
      'contract-is-a-leaf',
      '^shared/contract/',
      '^shared/contract/',
      'What partners see depends on nothing of ours.',
    ),
    only('names-are-a-leaf', '^shared/names/', '^shared/names/', 'What stack, code and tools call things.'),
    only('config-is-a-leaf', '^shared/config/', '^shared/config/', 'Settings depend on nothing of ours.'),
    only('domain-is-pure', '^shared/domain/', '^shared/(domain|contract)/', 'Rules of the business know no I/O.'),
    only(
      'store-below-http',
      '^shared/store/',
      '^shared/(store|domain|contract|config|names)/',
      'Data access never sees HTTP.',
    ),
    only(
      'secrets-know-no-store',
      '^shared/secrets/',
      '^shared/(secrets|domain|contract|config|names|telemetry)/',
      'Encryption does not know where the ciphertext lies.',
    ),
    only(
      'delivery-knows-no-store',
      '^shared/delivery/',
      '^shared/(delivery|domain|contract|config)/',
      'Sending and queueing know neither table nor HTTP API.',
    ),
    only(
      'http-knows-no-store',
      '^shared/http/',
      '^shared/(http|domain|contract|config|names|telemetry)/',
      'API shapes never reach into data access.',
    ),
    only(
      'stack-runs-no-service-code',
      '^lib/',
      '^(lib|shared/(contract|config|names))/',
      'The stack may read the route table and limits only.',
    ),
    only(
      'functions-stand-on-shared',
      '^functions/',
      '^(functions|shared)/',
      'A deployed function carries nothing of the tools.',
    ),
    only('clients-stand-alone', '^clients/', '^clients/', 'What partners install holds nothing of the service.'),
    {
      name: 'nothing-imports-clients',
      severity: 'error',
      comment: 'The service does not run on what it gives to partners.',
      from: { pathNot: '^(webhook-tools|test|clients)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'one-function-knows-no-other',
      severity: 'error',
      comment: 'Each Lambda stands alone.',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/$1/' },
    },
    {
      name: 'handlers-build-nothing-real',
      severity: 'error',
      comment: 'Real things are made at the entry; a handler is given them.',
      from: { path: '^functions/[^/]+/handler\\.ts$' },
      to: { path: '(@aws-sdk/|^shared/store/table/connect\\.ts$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-uses-no-sdk',
      severity: 'error',
      comment: 'Rules and contract run anywhere.',
      from: { path: '^shared/(domain|contract|config|http)/' },
      to: { path: '@aws-sdk/' },
    },
    {
      name: 'nothing-imports-an-entry',
      severity: 'error',
      comment: 'Entries are started, not imported.',
      from: {},
      to: { path: '^functions/[^/]+/index\\.ts$' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      comment: 'Tests are not shipped.',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    only('tooling-knows-no-tool', '^tooling/', '^(tooling|lib|shared)/', 'Command lines share it.'),
    {
      name: 'nothing-imports-bin',
      severity: 'error',
      comment: 'bin only starts things.',
      from: {},
      to: { path: '^bin/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'An import that does not resolve would be skipped by every rule above.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^clients/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
