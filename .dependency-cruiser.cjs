/**
 * Which folder may import which. README.md has the same table for people, and test/checks/folders.test.ts compares the
 * two. For each rule, test/checks/boundaries.test.ts plants a forbidden import and expects it to be reported.
 */

/** What each folder may import besides itself, and why it may not import more. Lower folders come first. */
const FOLDERS = {
  'shared/contract': [[], 'What partners see depends on nothing of ours.'],
  'shared/names': [[], 'Stack, functions and tools agree on names without knowing each other.'],
  'shared/config': [[], 'Settings depend on nothing of ours.'],
  'shared/aws': [[], 'Functions and tools create their clients alike.'],
  'shared/domain': [['shared/contract'], 'The rules know no I/O.'],
  'shared/telemetry': [['shared/names', 'shared/config', 'shared/domain'], 'All folders above use logs and metrics.'],
  'shared/store': [['shared/contract', 'shared/names', 'shared/aws', 'shared/domain'], 'Data access knows no HTTP.'],
  'shared/secrets': [['shared/domain', 'shared/telemetry'], 'Encryption does not know where ciphertext is stored.'],
  'shared/delivery': [
    ['shared/names', 'shared/aws', 'shared/domain', 'shared/telemetry'],
    'Sending and queueing know neither table nor HTTP API.',
  ],
  'shared/http': [
    ['shared/contract', 'shared/names', 'shared/domain', 'shared/telemetry'],
    'The API does not reach into data access.',
  ],
  'shared/entry': [
    ['shared/config', 'shared/telemetry', 'shared/store'],
    'Code that all functions share at start-up does not know what they do.',
  ],
  functions: [['shared'], 'A deployed function contains no code of the tools.'],
  lib: [['shared/contract', 'shared/names', 'shared/config'], 'The stack runs no code of the service.'],
  clients: [[], 'What partners install contains no code of the service.'],
  tooling: [['lib', 'shared/aws'], 'All tools share it, so it depends on none of them.'],
  capacity: [
    ['lib', 'shared/names', 'shared/domain', 'tooling'],
    'Planner, bench and simulation share its figures, so it depends on none of them.',
  ],
  'partner-docs': [['shared'], 'The documents are made from the contract.'],
  'webhook-tools': [['shared'], 'The kit is held against the signer of the service, not against its own.'],
  'console/protocol': [['shared/contract', 'shared/domain'], 'Server and pages agree on it, and browsers load it.'],
  'console/server': [
    ['console/protocol', 'partner-docs', 'shared', 'tooling'],
    'It gets the commands passed in, so it does not depend on the operator.',
  ],
  'console/browser': [['console/protocol', 'shared/contract', 'shared/domain'], 'It runs in a browser.'],
  operator: [
    ['console/protocol', 'console/server', 'shared', 'tooling'],
    'It treats a deployed stack and the local service alike.',
  ],
  emulator: [['shared', 'tooling', 'partner-docs'], 'It reads the stack from the template, not from the code of lib.'],
  sandbox: [
    ['clients', 'console', 'emulator', 'operator', 'partner-docs', 'shared', 'tooling'],
    'It is the host of the package that partners install.',
  ],
  bin: [
    ['capacity', 'console', 'emulator', 'operator', 'partner-docs', 'webhook-tools', 'tooling', 'lib', 'shared'],
    'It starts everything, and nothing imports it.',
  ],
  test: [
    [
      'capacity',
      'console',
      'emulator',
      'operator',
      'partner-docs',
      'sandbox',
      'webhook-tools',
      'tooling',
      'clients',
      'functions',
      'lib',
      'shared',
    ],
    'Tests are not shipped.',
  ],
};

/**
 * The folders of the emulator: which others each may import (`on`), and which of its files others may import
 * (`entries`). Without `entries`, others may import all its files.
 */
const EMULATOR = {
  http: { on: [] },
  'data-dir': { on: [] },
  cloudformation: {
    on: ['data-dir'],
    entries: [
      ...['template', 'synthesis', 'provision'],
      ...['stack-model', 'alarm-definition', 'mapping-id', 'table-properties'],
    ],
  },
  kms: { on: ['data-dir', 'http'] },
  sns: { on: ['http'] },
  sqs: { on: ['http'], entries: ['ages'] },
  dynamodb: { on: ['cloudformation', 'http'], entries: ['database-file', 'expiry', 'stream-records', 'table-guard'] },
  engines: { on: ['data-dir', 'dynamodb'], entries: ['engines'] },
  lambda: { on: ['cloudformation', 'http'], entries: ['activity', 'api', 'host', 'invoke', 'mapping-control'] },
  'event-sources': { on: ['cloudformation', 'data-dir', 'lambda'], entries: ['mappings', 'schedules'] },
  'api-gateway': { on: ['cloudformation', 'http', 'lambda'], entries: ['gateway'] },
  cloudwatch: {
    on: ['api-gateway', 'cloudformation', 'http', 'lambda', 'sqs'],
    entries: ['alarm-states', 'monitoring'],
  },
  watch: { on: ['cloudformation', 'data-dir', 'lambda'], entries: ['watch'] },
  reporting: { on: ['api-gateway', 'cloudwatch', 'data-dir', 'lambda', 'sns'], entries: ['reporter', 'terminal'] },
};

const anyOf = (names) => `(${names.join('|')})`;
const inFolders = (names) => `^${anyOf(names)}/`;
const topFolders = [...new Set(Object.keys(FOLDERS).map((folder) => folder.split('/')[0]))];

const folderRules = Object.entries(FOLDERS).map(([folder, [others, comment]]) => ({
  name: `${folder} imports only what it may`,
  severity: 'error',
  comment,
  from: { path: inFolders([folder]) },
  to: { path: inFolders(topFolders), pathNot: inFolders([folder, ...others]) },
}));

const roomRules = Object.entries(EMULATOR).map(([room, { on }]) => ({
  name: `emulator/${room} imports only what it stands on`,
  severity: 'error',
  comment: 'A service of AWS imports only those below it.',
  from: { path: `^emulator/${room}/` },
  to: { path: '^emulator/', pathNot: `^emulator/${anyOf([room, ...on])}/` },
}));

const entryRules = Object.entries(EMULATOR).flatMap(([room, { entries }]) =>
  entries === undefined
    ? []
    : {
        name: `emulator/${room} is imported only at its entries`,
        severity: 'error',
        comment: 'The files behind the entries can change without affecting other folders.',
        from: { pathNot: inFolders([`emulator/${room}`, 'test']) },
        to: { path: `^emulator/${room}/`, pathNot: `^emulator/${room}/${anyOf(entries)}\\.ts$` },
      },
);

module.exports = {
  forbidden: [
    ...folderRules,
    ...roomRules,
    ...entryRules,
    {
      name: 'no cycles',
      severity: 'error',
      comment: 'A cycle hides which side depends on the other.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'one function knows no other',
      severity: 'error',
      comment: 'Each Lambda stands alone.',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/$1/' },
    },
    {
      name: 'handlers build nothing real',
      severity: 'error',
      comment: 'The entry creates what reaches the outside world, and passes it to the handler.',
      from: { path: '^functions/[^/]+/handler\\.ts$' },
      to: { path: '(@aws-sdk/|^shared/(entry/|store/table/connect\\.ts$))', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the rules use no SDK',
      severity: 'error',
      comment: 'Rules and contract run anywhere.',
      from: { path: '^shared/(domain|contract|names|config|http)/' },
      to: { path: '@aws-sdk/' },
    },
    {
      name: 'nothing imports an entry of a function',
      severity: 'error',
      comment: 'Entries are started, not imported.',
      from: {},
      to: { path: '^functions/[^/]+/index\\.ts$' },
    },
    {
      name: 'every import resolves',
      severity: 'error',
      comment: 'Every rule above would skip an import that does not resolve.',
      // The sandbox's starter imports a file that only the build of the package makes.
      from: { pathNot: '^clients/sandbox/bin\\.cjs$' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The samples of the sandbox use only what a partner installs.
    exclude: { path: '^clients/([^/]+/dist|sandbox/samples)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
