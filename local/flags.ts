import { Resolver } from 'node:dns';
import * as z from 'zod';
import { MAX_CALLS_DAYS, MIN_CALLS_DAYS } from '../shared/domain/calls/expiry.ts';
import { FIRST_WAIT_MS } from '../shared/domain/deliveries/backoff.ts';
import { LEASE_MS } from '../shared/domain/deliveries/lease.ts';
import { RESPONSE_LIMIT_MS } from '../shared/domain/deliveries/response-timeout.ts';
import { SWEEP_PERIOD_MS } from '../shared/domain/deliveries/sweep-period.ts';
import { argumentsOf } from '../tooling/command-line/arguments.ts';
import { EXIT, Problem } from '../tooling/command-line/problem.ts';
import { DEFAULT_DATA_DIR, DEMO_DATA_DIR } from '../tooling/data-folder.ts';
import { rejectUnusablePort } from '../tooling/machine/taken-port.ts';

const LONGEST_REQUEST_SECONDS = RESPONSE_LIMIT_MS / 1_000;
/** The shortest lease. With a shorter lease, two requests of one delivery could overlap. */
const SHORTEST_LEASE_SECONDS = LONGEST_REQUEST_SECONDS + 1;

const PORT = 8787;
const ALARM_MINUTE_SECONDS = 60;
const SWEEPS_EVERY_ALARM_MINUTES = SWEEP_PERIOD_MS / 1_000 / ALARM_MINUTE_SECONDS;

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'must be a port number' })
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'must be a port number' });

const seconds = (fits: (value: number) => boolean, error: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, { error })
    .transform(Number)
    .refine(fits, { error });

/** At least one millisecond, because the service counts in whole milliseconds. */
const duration = seconds((value) => value >= 0.001, 'must be a number of seconds from 0.001 on');

const CALLS_DAYS_RULE = `must be a whole number of days from ${MIN_CALLS_DAYS} to ${MAX_CALLS_DAYS}`;

const endpoint = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const path = z.string().min(1, { error: 'must name a path' });

const flags = z.object({
  port: port.default(PORT),
  data: path.optional(),
  'ready-file': path.optional(),
  'allow-local-webhooks': z.boolean().default(false),
  'retry-base-seconds': duration.optional(),
  'sweep-every-seconds': duration.optional(),
  'lease-seconds': seconds(
    (value) => value >= SHORTEST_LEASE_SECONDS,
    `must be at least ${SHORTEST_LEASE_SECONDS} seconds, because a request to a receiver may take ${LONGEST_REQUEST_SECONDS} seconds`,
  ).optional(),
  dns: z
    .string()
    // The DNS server must be an IP address, because no other server can look up its name.
    .transform((server) => server.replace(/^localhost:/i, '127.0.0.1:'))
    .refine(isDnsServer, { error: 'must be HOST:PORT with an IP address or localhost as host' })
    .optional(),
  'ca-file': path.optional(),
  'docs-port': port.default(0),
  'console-port': port.default(0),
  'alarm-period-seconds': duration.default(ALARM_MINUTE_SECONDS),
  'time-offset-seconds': seconds(Number.isFinite, 'must be a number').default(0),
  'calls-days': z
    .string()
    .regex(/^\d+$/, { error: CALLS_DAYS_RULE })
    .transform(Number)
    .refine((days) => days >= MIN_CALLS_DAYS && days <= MAX_CALLS_DAYS, { error: CALLS_DAYS_RULE })
    .optional(),
  'dynamodb-endpoint': endpoint.optional(),
  'sqs-endpoint': endpoint.optional(),
  watch: z.boolean().default(false),
  demo: z.boolean().default(false),
});
type Given = z.infer<typeof flags>;
export type Flags = Given & { readonly data: string };
export const FLAG_NAMES: readonly string[] = Object.keys(flags.shape);

export const USAGE = `npm start -- [flags]
  --port ${PORT}                port of the API; 0 takes any free port
  --data ${DEFAULT_DATA_DIR}              folder for everything that the service stores; with --demo: ${DEMO_DATA_DIR}
  --ready-file F             file that a start deletes at once, and writes as JSON when the service is ready
  --allow-local-webhooks     permit http: and loopback receivers
  --retry-base-seconds ${FIRST_WAIT_MS / 1_000}    wait after the first failed attempt; later waits change in proportion
  --sweep-every-seconds ${SWEEP_PERIOD_MS / 1_000}  how often the sweep looks for due deliveries
  --lease-seconds ${LEASE_MS / 1_000}         how long one attempt keeps other attempts of the same delivery out
  --dns HOST:PORT            DNS server that resolves the host names of receivers
  --ca-file F                PEM file of one more certificate authority to trust for receivers
  --docs-port P              port of the docs page; default: any free port
  --console-port P           port of the operator console; default: that of the previous start, or any free port
  --alarm-period-seconds ${ALARM_MINUTE_SECONDS}  how long a minute lasts for the alarms; by default, the sweep runs every ${SWEEPS_EVERY_ALARM_MINUTES} such minutes
  --time-offset-seconds 0    how far the service's clock is ahead; if negative, behind
  --calls-days N             how many days calls are kept; default: for ever
  --dynamodb-endpoint URL    use this DynamoDB engine instead of the embedded one
  --sqs-endpoint URL         use this SQS engine instead of the embedded one
  --watch                    serve changed functions without a restart
  --demo                     add partners, receivers and a simulated voice platform; permits loopback receivers`;

/** Parses and checks the command line. Returns undefined for --help. Throws a Problem for an invalid flag. */
export function parseFlags(args: readonly string[]): Flags | undefined {
  const values = argumentsOf(joinNegativeNumbers(args), optionTypes(), 'npm start');
  if (values['help']) return undefined;

  const result = flags.safeParse(values);
  if (result.success) return withSweepPeriod(withDemoSettings(result.data));
  const [issue] = result.error.issues;
  throw new Problem(`--${issue?.path.join('.')} ${issue?.message}.`, EXIT.wrongCommandLine);
}

/** Throws a Problem if a program cannot listen on one of the ports. */
export async function rejectUnusablePorts(given: Given): Promise<void> {
  for (const name of ['port', 'docs-port', 'console-port'] as const) await rejectUnusablePort(given[name], `--${name}`);
}

/** Fills in the data folder. With --demo, also permits receivers on this machine. */
const withDemoSettings = (given: Given): Flags => ({
  ...given,
  data: given.data ?? (given.demo ? DEMO_DATA_DIR : DEFAULT_DATA_DIR),
  'allow-local-webhooks': given['allow-local-webhooks'] || given.demo,
});

/**
 * Adapts the sweep to the length of an alarm minute, unless --sweep-every-seconds is given. One of the alarms expects a
 * sweep every few alarm minutes.
 */
const withSweepPeriod = (given: Flags): Flags =>
  given['alarm-period-seconds'] === ALARM_MINUTE_SECONDS
    ? given
    : { 'sweep-every-seconds': SWEEPS_EVERY_ALARM_MINUTES * given['alarm-period-seconds'], ...given };

function optionTypes() {
  const typeOf = (schema: z.ZodType) => (schema.safeParse(true).success ? 'boolean' : 'string');
  const schemas = Object.entries({ ...flags.shape, help: z.boolean() });
  return Object.fromEntries(schemas.map(([name, schema]) => [name, { type: typeOf(schema) } as const]));
}

/** Joins `--x -5` to `--x=-5`, because parseArgs would treat `-5` as a flag. */
function joinNegativeNumbers(args: readonly string[]) {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (/^-\d/.test(arg) && last?.startsWith('--')) joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function isDnsServer(server: string) {
  try {
    new Resolver().setServers([server]);
    return /:\d+$/.test(server);
  } catch {
    return false;
  }
}
