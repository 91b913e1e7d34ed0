import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CONTROL_URL, recordCall } from './call-command.ts';
import { SandboxError } from './control.ts';
import { COMMAND_DEFAULTS } from './defaults.ts';
import { type HostProcess, startHost } from './host-process.ts';
import type { Place } from './sandbox.ts';
import { HELP, parseFlags, requireOneOf, SWITCH, TEXT, UsageError } from './usage.ts';

const USAGE = `partner-lines-sandbox [flags]                  runs the service until Ctrl-C
partner-lines-sandbox exec [flags] -- <command>  runs the service and a command, and ends with the command's exit code
partner-lines-sandbox call --tenant ID [fields]  records a finished call in a running sandbox
  --port P                  port of the API; default: any free port
  --webhook-url URL         the webhook of the first partner
  --rate-limit real|off     default: ${COMMAND_DEFAULTS.rateLimit}
  --signature-clock real|service
                            the time in signatures after the time was moved; default: ${COMMAND_DEFAULTS.signatureClock}
  --data FOLDER             keep the data; default: a temporary folder
  --dynamodb-endpoint URL   use this DynamoDB engine, if the package has none for your system
  --json                    print one line of JSON to stdout, and everything else to stderr; not with exec

Fields of call, all of them optional: --call-id, --title, --summary, --duration-secs, --call-type,
--caller-number, --transfer-to, --resolution, --sentiment, --topic (repeat it for several), --ended-at. call finds
the sandbox by ${CONTROL_URL}, which the sandbox prints at its start, and prints one line of JSON.

The command of exec gets PARTNER_LINES_BASE_URL, PARTNER_LINES_API_KEY, PARTNER_LINES_PARTNER_ID,
PARTNER_LINES_SIGNING_SECRET (with --webhook-url) and ${CONTROL_URL} (for connectSandbox and call).
Exit codes: 0 success, 1 rejected or failed, 2 wrong command line.
`;

const LOOK_EVERY_MS = 1_000;

const OPTIONS = {
  port: TEXT,
  'webhook-url': TEXT,
  'rate-limit': { ...TEXT, default: COMMAND_DEFAULTS.rateLimit },
  'signature-clock': { ...TEXT, default: COMMAND_DEFAULTS.signatureClock },
  data: TEXT,
  'dynamodb-endpoint': TEXT,
  json: SWITCH,
  ...HELP,
} as const;

export async function main(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(args);
  } catch (error) {
    if (!(error instanceof SandboxError || error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function run(args: readonly string[]): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === 'call') return rest.includes('--help') ? printUsage() : recordCall(rest, process.env);
  const { flags, command } = parseCommandLine(args);
  if (flags.help) return printUsage();
  const host = await startHost({
    rateLimit: requireOneOf('rate-limit', ['real', 'off'], flags['rate-limit']),
    signatureClock: requireOneOf('signature-clock', ['real', 'service'], flags['signature-clock']),
    ...(flags.port !== undefined && { port: parsePort(flags.port) }),
    ...(flags['webhook-url'] !== undefined && { webhookUrl: flags['webhook-url'] }),
    ...(flags.data !== undefined && { data: flags.data }),
    ...(flags['dynamodb-endpoint'] !== undefined && {
      dynamodbEndpoint: parseEndpoint(flags['dynamodb-endpoint']),
    }),
    isTalkative: command === undefined,
  });
  if (command === undefined) return runUntilEnded(host, flags.json);
  const exitCode = await runCommand(command, environmentOf(host.place));
  await host.close();
  return exitCode;
}

function printUsage(): number {
  process.stdout.write(USAGE);
  return 0;
}

function parseCommandLine(args: readonly string[]) {
  const isExec = args[0] === 'exec';
  const dashes = args.indexOf('--');
  const command = isExec && dashes > 0 ? args.slice(dashes + 1) : undefined;
  const given = isExec ? args.slice(1, dashes > 0 ? dashes : undefined) : args;
  const flags = parseFlags(given, OPTIONS);
  if (isExec && !flags.help && (command === undefined || command.length === 0)) {
    throw new UsageError('exec needs a command after two dashes, such as: partner-lines-sandbox exec -- npm test');
  }
  return { flags, command };
}

function parsePort(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError('--port must be a port number.');
}

function parseEndpoint(given: string): string {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given;
  throw new UsageError('--dynamodb-endpoint must be an http or https URL.');
}

/** Prints the addresses of the sandbox. Waits for a signal, or until npx or the sandbox has ended. */
async function runUntilEnded(host: HostProcess, asJson: boolean): Promise<number> {
  const { baseUrl, docsUrl, controlUrl, partner } = host.place;
  const lines = [
    `Partner lines on ${baseUrl}   partner ${partner.partnerId}`,
    // The forms on the pages take the key from the fragment, which browsers do not send to servers.
    `Documentation ${docsUrl}/#key=${partner.apiKey}`,
    '',
    'Paste these lines into another terminal, and use them there:',
    `export BASE_URL=${baseUrl}`,
    `export API_KEY=${partner.apiKey}`,
    ...(partner.signingSecret === undefined ? [] : [`export WEBHOOK_SECRET=${partner.signingSecret}`]),
    `export ${CONTROL_URL}=${controlUrl}`,
    '',
    'curl -s $BASE_URL/v1/whoami -H "Authorization: Bearer $API_KEY"',
    '',
  ];
  process.stdout.write(asJson ? `${JSON.stringify(host.place)}\n` : `${lines.join('\n')}\n`);
  const signalled = Promise.withResolvers<'signal'>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => signalled.resolve('signal'));
  // Only this timer keeps the process alive. The sandbox does not, because a test runner must not wait for it. The
  // timer also ends the command when npx has ended.
  const parent = process.ppid;
  const alive = setInterval(() => {
    if (isStartedByNpm() && process.ppid !== parent) signalled.resolve('signal');
  }, LOOK_EVERY_MS);
  const why = await Promise.race([signalled.promise, host.ended]);
  clearInterval(alive);
  await host.close();
  return why === 'signal' ? 0 : 1;
}

/** Reports whether npm or npx started this process. Its parent is then a shell that does not pass signals on. */
const isStartedByNpm = () => process.env['npm_lifecycle_event'] !== undefined;

const environmentOf = ({ baseUrl, controlUrl, partner }: Place) => ({
  PARTNER_LINES_BASE_URL: baseUrl,
  PARTNER_LINES_API_KEY: partner.apiKey,
  PARTNER_LINES_PARTNER_ID: partner.partnerId,
  [CONTROL_URL]: controlUrl,
  ...(partner.signingSecret !== undefined && { PARTNER_LINES_SIGNING_SECRET: partner.signingSecret }),
});

/**
 * Runs the command, passes signals on to it, and returns its exit code: 128 + n after signal n, and 1 if the command
 * cannot be run.
 */
function runCommand([program = '', ...args]: readonly string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, passOn);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      process.stderr.write(`${program} cannot be run: ${message}\n`);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
