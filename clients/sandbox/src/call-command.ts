import { connectSandbox } from './index.ts';
import type { FinishedCall, NewCall } from './types.ts';
import { parseFlags, TEXT, UsageError } from './usage.ts';

/**
 * The variable with the sandbox's address. There is no flag for the address, because it contains a token, and other
 * users of the machine can read command lines.
 */
export const CONTROL_URL = 'PARTNER_LINES_CONTROL_URL';

/** The flags whose texts become fields of the call. The sandbox checks the texts. */
const FIELDS = {
  'call-id': 'callId',
  title: 'title',
  summary: 'summary',
  'call-type': 'callType',
  'caller-number': 'callerNumber',
  'transfer-to': 'transferTo',
  resolution: 'resolution',
  sentiment: 'sentiment',
  'ended-at': 'endedAt',
} as const satisfies Record<string, keyof FinishedCall>;

const OPTIONS = {
  tenant: TEXT,
  ...(Object.fromEntries(Object.keys(FIELDS).map((flag) => [flag, TEXT])) as Record<keyof typeof FIELDS, typeof TEXT>),
  'duration-secs': TEXT,
  topic: { ...TEXT, multiple: true },
} as const;

/** Records a call in the sandbox whose address is in the environment. Prints the result as one line of JSON. */
export async function recordCall(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const call = parseCall(args);
  const controlUrl = environment[CONTROL_URL];
  if (controlUrl === undefined || controlUrl === '') {
    throw new UsageError(`Set ${CONTROL_URL} to the control URL that the running sandbox has printed.`);
  }
  const sandbox = await connectSandbox(controlUrl);
  const recorded = await sandbox.recordCall(call);
  process.stdout.write(`${JSON.stringify(recorded)}\n`);
  if (recorded.lineStatus === 'terminated') {
    process.stderr.write('The line is terminated. The event is delivered, but the API does not list the call.\n');
  }
  return 0;
}

function parseCall(args: readonly string[]): NewCall {
  const { tenant, topic, 'duration-secs': duration, ...flags } = parseFlags(args, OPTIONS);
  if (tenant === undefined) throw new UsageError('The command call needs --tenant with the id of a line.');
  if (duration !== undefined && !/^\d+$/.test(duration))
    throw new UsageError('--duration-secs must be a whole number.');
  const texts = Object.entries(FIELDS).flatMap(([flag, field]) => {
    const text = flags[flag as keyof typeof FIELDS];
    return text === undefined ? [] : [[field, text]];
  });
  return {
    tenantId: tenant,
    ...Object.fromEntries(texts),
    ...(duration !== undefined && { durationSecs: Number(duration) }),
    ...(topic !== undefined && { topics: topic }),
  };
}
