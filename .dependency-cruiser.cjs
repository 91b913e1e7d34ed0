/**
 * Which folder may import which. README.md has the same as a table for people: test/checks/folders.test.ts compares the
 * two. test/checks/boundaries.test.ts plants an import that each rule forbids, and expects it to be reported.
 */

/** What each folder may import beside itself, and why no more. Lower folders come first. */
const FOLDERS = {
  'shared/contract': [[], 'What partners see depends on nothing of ours.'],
  'shared/names': [[], 'Stack, functions and tools agree on names without knowing each other.'],
  'shared/config': [[], 'Settings depend on nothing of ours.'],
  'shared/domain': [['shared/contract'], 'The rules know no I/O.'],
  'shared/telemetry': [['shared/names', 'shared/config', 'shared/domain'], 'Logs and metrics serve all above them.'],
  'shared/store': [['shared/contract', 'shared/names', 'shared/domain'], 'Data access knows no HTTP.'],
  'shared/secrets': [['shared/domain', 'shared/telemetry'], 'Encryption does not know where the ciphertext lies.'],
  'shared/delivery': [
    ['shared/names', 'shared/domain', 'shared/telemetry'],
    'Sending and queueing know neither table nor HTTP API.',
  ],
  'shared/http': [
    ['shared/contract', 'shared/names', 'shared/domain', 'shared/telemetry'],
    'The API does not reach into data access.',
  ],
  'shared/entry': [
    ['shared/config', 'shared/telemetry', 'shared/store'],
    'What functions share when they start does not know what they do.',
  ],
  functions: [['shared'], 'A deployed function carries nothing of the tools.'],
  lib: [['shared/contract', 'shared/names', 'shared/config'], 'The stack runs no code of the service.'],
  clients: [[], 'What partners install holds nothing of the service.'],
  tooling: [['lib'], 'Tools share it, so it knows none of them.'],
  'partner-docs': [['shared'], 'The documents are made from the contract.'],
  'webhook-tools': [['shared', 'clients', 'tooling'], 'They need no running service.'],
  operator: [['shared', 'tooling'], 'A deployed stack and the local service are the same to it.'],
  emulator: [['shared', 'tooling', 'partner-docs'], 'It runs the template, and no code that knows it.'],
  bin: [
    ['emulator', 'operator', 'partner-docs', 'webhook-tools', 'tooling', 'lib', 'shared'],
    'It starts everything, and nothing imports it.',
  ],
  test: [
    ['emulator', 'operator', 'partner-docs', 'webhook-tools', 'tooling', 'clients', 'functions', 'lib', 'shared'],
    'Tests are not shipped.',
  ],
};

/**
 * The rooms of the emulator: on which others each stands, and which of its files the others may import. Without a list
 * they may import all.
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
  reporting: { on: ['api-gateway', 'cloudwatch', 'data-dir', 'lambda'], entries: ['reporter', 'terminal'] },
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
  comment: 'A service of AWS knows those below it.',
  from: { path: `^emulator/${room}/` },
  to: { path: '^emulator/', pathNot: `^emulator/${anyOf([room, ...on])}/` },
}));

const entryRules = Object.entries(EMULATOR).flatMap(([room, { entries }]) =>
  entries === undefined
    ? []
    : {
        name: `emulator/${room} is imported only at its entries`,
        severity: 'error',
        comment: 'What lies behind the entries can change without a look at the neighbours.',
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
      comment: 'A cycle hides which side knows the other.',
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
      comment: 'Real things are made at the entry; a handler is given them.',
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
      comment: 'Every rule above would skip one that does not.',
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
