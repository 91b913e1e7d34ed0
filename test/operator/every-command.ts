/** What commands are tried with. */
export interface Names {
  readonly partner: string;
  readonly line: string;
  /** A line whose termination is unfinished. */
  readonly half: string;
  readonly call: string;
  /** A name that an operator gives to something. */
  readonly name: string;
  readonly message: string;
  /** A restored table. */
  readonly table: string;
  readonly file: string;
}

interface Tried {
  readonly options: (names: Names) => readonly string[];
  /** What the question before the command names; undefined if it is harmless, and asks nothing. */
  readonly harm?: string;
}

const none: Tried = { options: () => [] };
const ofPartner = (...more: string[]): Tried => ({ options: ({ partner }) => ['--partner', partner, ...more] });
const ofLine = (...more: string[]): Tried => ({ options: ({ line }) => ['--tenant', line, ...more] });
const ofCall: Tried = { options: ({ call }) => ['--call', call] };
const harming = (harm: string, tried: Tried): Tried => ({ ...tried, harm });

/** Every command that works on a service, with options, and whether it is harmful. A new one must be added here. */
export const EVERY_COMMAND: Readonly<Record<string, Tried>> = {
  'partner create': { options: ({ name }) => ['--name', name, '--scopes', 'calls'] },
  'partner list': none,
  'partner count': none,
  'partner size': ofPartner(),
  'partner show': ofPartner(),
  'partner health': ofPartner(),
  'partner contact': ofPartner('--email', 'ops@acme.example'),
  'partner suspend': harming('partner pt_1', ofPartner()),
  'partner activate': ofPartner(),
  'partner update': {
    options: ({ partner, name }) => ['--partner', partner, '--name', name, '--scopes', 'calls,webhooks'],
  },
  'partner quota': ofPartner('--quota', '5'),
  'partner export': { options: ({ partner, file }) => ['--partner', partner, '--file', file] },
  'partner delete': harming('partner pt_1', ofPartner()),
  'key rotate': harming('partner pt_1', ofPartner()),
  'key revoke': harming('partner pt_1', ofPartner()),
  'secret rotate': harming('partner pt_1', ofPartner()),
  'webhook show': ofPartner(),
  'line list': ofPartner(),
  'line show': ofLine(),
  'line attach-number': ofLine('--number', '+821012345678'),
  'line release-number': ofLine(),
  'line release': harming('line tn_1', { options: ({ half }) => ['--tenant', half] }),
  'line set-plan': { options: ({ line, name }) => ['--tenant', line, '--tier', name, '--status', 'none'] },
  'line set-integration': ofLine('--provider', 'a', '--connected', 'true'),
  'call record': ofLine('--file', 'calls.json'),
  'call show': { options: ({ call }) => ['--call', call, '--reveal'] },
  'call delete': harming('call c-1 of line tn_1', {
    options: ({ line, call }) => ['--tenant', line, '--call', call],
  }),
  'call trace': ofCall,
  'call refused': none,
  'call reconcile': { options: () => ['--file', 'ids.txt'] },
  'delivery list': ofPartner(),
  'delivery show': ofCall,
  'delivery minutes': none,
  'delivery counts': ofPartner(),
  'delivery replay': ofPartner('--since', '0'),
  'delivery index': none,
  'delivery stop': none,
  'delivery start': none,
  'retention apply': harming('older than the callsDays', none),
  find: { options: ({ call }) => ['--text', call.slice(0, 100)] },
  sweep: none,
  'queue list': none,
  'queue ages': none,
  'mapping list': none,
  'mapping disable': { options: () => ['--name', 'relay'] },
  'mapping enable': { options: () => ['--name', 'relay'] },
  'dlq list': none,
  'dlq redrive': none,
  'dlq drop': harming('message m-1 from the queue dead-letters', {
    options: ({ message }) => ['--queue', 'dead-letters', '--message', message],
  }),
  'audit list': ofPartner(),
  alarms: none,
  slo: none,
  doctor: none,
  verify: none,
  'restore compare': { options: ({ table }) => ['--from', table] },
  'restore copy': harming('from table other', { options: ({ table }) => ['--from', table] }),
};

/** Returns the words of a command line. */
export const wordsOf = (command: string, names: Names): readonly string[] => [
  ...command.split(' '),
  ...(EVERY_COMMAND[command]?.options(names) ?? []),
];
