/**
 * The source folders of the project: their content, what they may import, and why they must not import more. The rules
 * for imports (`.dependency-cruiser.cjs`) and the table in CONTRIBUTING.md are made from this list.
 */
export interface Folder {
  /** What the folder has, for the table in CONTRIBUTING.md. */
  readonly what: string;
  /** The other folders that this folder may import. */
  readonly imports: readonly string[];
  /** Why this folder must not import others. */
  readonly why: string;
}

/** What the programs behind the npm commands may import. The tests may import more. */
const OF_PROGRAMS = [
  'lib',
  'local',
  'local/demo',
  'operator',
  'operator/console/protocol',
  'partner-docs',
  'shared',
  'tooling',
  'tooling/acceptance',
  'tooling/capacity',
  'tooling/docs',
  'tooling/generated',
  'tooling/vectors',
];

export const FOLDERS: Readonly<Record<string, Folder>> = {
  'shared/contract': {
    what: 'what partners send and see: routes, schemas, limits, error messages',
    imports: [],
    why: 'The contract imports no other folder, so no change of other code changes the contract.',
  },
  'shared/names': {
    what: 'names that the stack, functions and tools share: table, metrics, log messages, alarms',
    imports: [],
    why: 'Stack, functions and tools import this folder, so it imports none of them.',
  },
  'shared/config': {
    what: 'settings of the functions; `local-overrides.ts` has those that only the local service can change',
    imports: ['shared/domain'],
    why: 'Settings do not depend on code that does I/O.',
  },
  'shared/aws': {
    what: 'creates the clients of the AWS SDK, with the timeouts of functions and tools',
    imports: [],
    why: 'Functions and tools import this folder, so it imports no code of ours.',
  },
  'shared/domain': {
    what: 'the rules, without I/O: `agents`, `calls`, `deliveries`, `lines`, `partners`, `requests`, `webhooks`',
    imports: ['shared/contract'],
    why: 'The rules do not depend on code with I/O.',
  },
  'shared/telemetry': {
    what: 'logs and metrics',
    imports: ['shared/names', 'shared/config', 'shared/domain'],
    why: 'Code with logs and metrics imports this folder, so the folder imports none of that code.',
  },
  'shared/store': {
    what: 'reads and writes the DynamoDB table, with a folder per kind of item',
    imports: ['shared/contract', 'shared/names', 'shared/aws', 'shared/domain'],
    why: 'Data access does not depend on HTTP.',
  },
  'shared/secrets': {
    what: 'encryption of signing secrets with KMS',
    imports: ['shared/domain', 'shared/telemetry'],
    why: 'Encryption does not depend on where ciphertext is stored.',
  },
  'shared/delivery': {
    what: 'sends requests to receivers, and wake-ups to the queues of the lanes; `permitted-receivers` decides which webhook URLs are permitted',
    imports: ['shared/contract', 'shared/names', 'shared/aws', 'shared/domain', 'shared/telemetry'],
    why: 'Sending and queueing depend neither on the table nor on the HTTP API.',
  },
  'shared/http': {
    what: 'requests and responses of API Gateway',
    imports: ['shared/contract', 'shared/names', 'shared/domain', 'shared/telemetry'],
    why: 'Requests and responses do not depend on data access.',
  },
  'shared/intake': {
    what: 'records a finished call, from the queue or an invocation',
    imports: ['shared/domain', 'shared/telemetry', 'shared/store'],
    why: 'The functions that record calls share this code, so it depends on none of them.',
  },
  'shared/entry': {
    what: 'start-up code that several functions share',
    imports: ['shared/config', 'shared/domain', 'shared/telemetry', 'shared/store', 'shared/intake'],
    why: 'Start-up code that functions share does not depend on their handlers.',
  },
  functions: {
    what: 'one Lambda per folder: `handler.ts` has the steps, `index.ts` connects them to AWS',
    imports: ['shared'],
    why: 'The code of the functions does not depend on tools.',
  },
  lib: {
    what: 'the CDK stacks; `alarms` has the alarms that people see, `stages.ts` has the settings of each stage',
    imports: ['shared/contract', 'shared/names', 'shared/config', 'shared/domain'],
    why: 'The stack takes names and numbers from the service, and runs none of its I/O.',
  },
  clients: {
    what: 'packages and samples that partners and the voice platform install or copy',
    imports: [],
    why: 'The users of this code do not have the code of the service.',
  },
  'partner-docs': {
    what: 'the pages for partners, the OpenAPI document with all error texts, and the code that packs the packages',
    imports: ['shared'],
    why: 'The documents are made from the contract.',
  },
  tooling: {
    what: 'build, deployment, stack traces, rights, and code that command lines share',
    imports: ['lib', 'shared/aws', 'shared/names'],
    why: 'All tools share this code, so it depends on none of them.',
  },
  'tooling/capacity': {
    what: 'the capacity planner, with the prices, units and limits of AWS',
    imports: ['functions', 'lib', 'shared', 'tooling'],
    why: 'The bench and the simulation use the planner, so the planner depends on neither.',
  },
  'tooling/vectors': {
    what: "the test vectors of the receiver kit, signed by the service's own signer",
    imports: ['shared'],
    why: 'The vectors test the receiver kit, so the service signs them, not the kit.',
  },
  'tooling/generated': {
    what: 'makes the files and tables that `npm run generate` writes',
    imports: ['lib', 'partner-docs', 'shared', 'tooling', 'tooling/capacity', 'tooling/vectors'],
    why: 'Only this folder says from which sources each file is generated.',
  },
  'tooling/docs': {
    what: 'writes the documentation and the packages for partners as files, with the settings of a stage',
    imports: ['lib', 'partner-docs', 'tooling'],
    why: 'Only this folder combines the pages for partners with the settings of a stage.',
  },
  'operator/console/protocol': {
    what: "the routes of the operator console's server, and the addresses of its pages",
    imports: ['shared/contract', 'shared/domain'],
    why: 'The server and the pages share this code, and browsers load it.',
  },
  'operator/console/browser': {
    what: "the console's pages; `operator/console/assets` has their style",
    imports: ['operator/console/protocol', 'shared/contract', 'shared/domain'],
    why: 'This code runs in a browser.',
  },
  operator: {
    what: "the operator's commands (`commands`, a file per noun), and the server of the console (`console/server`)",
    imports: ['operator/console/protocol', 'partner-docs', 'shared', 'tooling', 'tooling/capacity'],
    why: "The operator's commands work on deployed stacks and on the local service, so they import neither lib nor local.",
  },
  'tooling/acceptance': {
    what: 'the checks of `npm run accept` on a running stage or the local service',
    imports: ['clients', 'lib', 'operator', 'operator/console/protocol', 'shared', 'tooling'],
    why: 'The checks use the service from outside, so they import none of its functions.',
  },
  local: {
    what: 'the service on one machine, with [a folder per AWS service](local/README.md)',
    imports: ['partner-docs', 'shared', 'tooling'],
    why: 'The local service reads the stack from the template, not from the code of lib.',
  },
  'local/sandbox': {
    what: 'the host of the package `partner-lines-sandbox`: the service with a clock that tests can move, and with disruptions',
    imports: [
      'clients',
      'functions',
      'local',
      'operator',
      'operator/console/protocol',
      'partner-docs',
      'shared',
      'tooling',
    ],
    why: 'The sandbox package contains only the code that `local/sandbox` imports.',
  },
  'local/demo': {
    what: 'what `npm start -- --demo` adds: partners, their receivers, and a simulated voice platform',
    imports: ['clients', 'local', 'local/sandbox', 'shared', 'tooling'],
    why: 'The demo uses the service from outside, as partners, operators and the voice platform do.',
  },
  bin: {
    what: 'programs behind npm commands: one short script each',
    imports: OF_PROGRAMS,
    why: 'These programs start the other code, and no code imports them.',
  },
  test: {
    what: 'the tests, in the folders of the code that they test; `e2e` tests the running service, `browser` tests in a browser',
    imports: [...OF_PROGRAMS, 'clients', 'functions', 'local/sandbox', 'operator/console/browser'],
    why: 'No shipped code imports tests.',
  },
};

/** Returns the folders inside a folder that have their own rules. */
const nestedIn = (folder: string): readonly string[] =>
  folder in FOLDERS ? Object.keys(FOLDERS).filter((other) => other.startsWith(`${folder}/`)) : [];

/** Returns a pattern of the files in a folder, without nested folders that have their own rules. */
export function patternOfFolder(folder: string): string {
  const nested = nestedIn(folder).map((other) => `${other.slice(folder.length + 1)}/`);
  return nested.length === 0 ? `^${folder}/` : `^${folder}/(?!${nested.join('|')})`;
}

const inCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/**
 * Returns the folders that this folder may import. If fewer folders are forbidden, returns `all but` and the forbidden
 * folders. `shared` stands for all folders in `shared`.
 */
function describeAllowedImports(folder: string, imports: readonly string[]): string {
  const all = new Set(Object.keys(FOLDERS).map((name) => (name.startsWith('shared/') ? 'shared' : name)));
  const others = [...all].filter((name) => name !== folder && !imports.includes(name));
  return imports.length > others.length ? `all but ${inCode(others)}` : inCode(imports) || 'none';
}

export function folderTable(): string {
  const rows = Object.entries(FOLDERS).map(
    ([folder, { what, imports }]) => `| \`${folder}\` | ${what} | ${describeAllowedImports(folder, imports)} |`,
  );
  return ['| folder | content | may import |', '|---|---|---|', ...rows].join('\n');
}

/** The top folders of the project that have code. */
export const TOP_FOLDERS: readonly string[] = [
  ...new Set(Object.keys(FOLDERS).map((folder) => folder.split('/')[0] ?? '')),
];
