/**
 * Which folder may import which: `tooling/folders.ts` has the list. For each rule, test/checks/boundaries.test.ts plants
 * a forbidden import and expects it to be reported.
 */

const { FOLDERS, TOP_FOLDERS, patternOfFolder } = require('./tooling/folders.ts');

/**
 * The rooms of the local service: which others each may import (`on`), and which of its files others may import
 * (`entries`). Without `entries`, others may import all its files.
 */
const ROOMS = {
  'aws/http': { on: [] },
  'data-dir': { on: [] },
  'aws/cloudformation': {
    on: ['data-dir'],
    entries: [
      ...['template', 'synthesis', 'provision'],
      ...['stack-model', 'alarm-definition', 'mapping-id', 'table-properties'],
    ],
  },
  'aws/kms': { on: ['data-dir', 'aws/http'] },
  'aws/sns': { on: ['aws/http'] },
  'aws/sqs': { on: ['aws/http'], entries: ['ages'] },
  'aws/dynamodb': {
    on: ['aws/cloudformation', 'aws/http'],
    entries: ['database-file', 'expiry', 'stream-records'],
  },
  engines: { on: ['data-dir', 'aws/dynamodb', 'aws/http'], entries: ['engines'] },
  'aws/lambda': {
    on: ['aws/cloudformation', 'aws/http'],
    entries: ['api', 'concurrency', 'host', 'invoke', 'mapping-control'],
  },
  'aws/event-sources': { on: ['aws/cloudformation', 'data-dir', 'aws/lambda'], entries: ['mappings', 'schedules'] },
  'aws/api-gateway': { on: ['aws/cloudformation', 'aws/http', 'aws/lambda'], entries: ['gateway'] },
  'aws/cloudwatch': {
    on: ['aws/api-gateway', 'aws/cloudformation', 'aws/http', 'aws/lambda', 'aws/sqs'],
    entries: ['alarm-states', 'monitoring'],
  },
  watch: { on: ['aws/cloudformation', 'data-dir', 'aws/lambda'], entries: ['watch'] },
  reporting: {
    on: ['aws/api-gateway', 'aws/cloudwatch', 'data-dir', 'aws/lambda', 'aws/sns'],
    entries: ['reporter', 'terminal'],
  },
};

const anyOf = (patterns) => `(${patterns.join('|')})`;
const inFolders = (names) => `^${anyOf(names)}/`;

const folderRules = Object.entries(FOLDERS).map(([folder, { imports, why }]) => ({
  name: `${folder} imports only what it may`,
  severity: 'error',
  comment: why,
  from: { path: patternOfFolder(folder) },
  to: { path: inFolders(TOP_FOLDERS), pathNot: anyOf([folder, ...imports].map(patternOfFolder)) },
}));

const roomRules = Object.entries(ROOMS).map(([room, { on }]) => ({
  name: `local/${room} imports only what it stands on`,
  severity: 'error',
  comment: 'A room of the local service imports only those below it.',
  from: { path: `^local/${room}/` },
  to: { path: '^local/', pathNot: `^local/${anyOf([room, ...on])}/` },
}));

const entryRules = Object.entries(ROOMS).flatMap(([room, { entries }]) =>
  entries === undefined
    ? []
    : {
        name: `local/${room} is imported only at its entries`,
        severity: 'error',
        comment: 'The files behind the entries can change without affecting other folders.',
        from: { pathNot: inFolders([`local/${room}`, 'test']) },
        to: { path: `^local/${room}/`, pathNot: `^local/${room}/${anyOf(entries)}\\.ts$` },
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
      name: 'a unit test needs only its own process',
      severity: 'error',
      comment: 'With these modules, a test starts a process, a thread or a server, or builds a bundle or a stack.',
      from: { path: '\\.unit\\.test\\.ts$' },
      // Types count as well, so this list lacks node:http, node:tls and undici, of which code that is tested names types.
      to: {
        reachable: true,
        path: [
          '^(node:)?(child_process|worker_threads|cluster|http2|dgram)$',
          'node_modules/(aws-cdk-lib|cdk-nag|esbuild|express|fastify|playwright-core)/',
          '^test/support/(service/|(aws/fake-aws|receivers/(raw-server|receiver)|table/(engine|table))\\.ts$)',
        ],
      },
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
