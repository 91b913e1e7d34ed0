import { rmSync } from 'node:fs';
import { invoke } from '../../operator/invoke.ts';
import { movableClock } from '../../shared/config/clock.ts';
import { parseFlags } from '../flags.ts';
import { type RunningService, startService } from '../host.ts';
import { createTerminal } from '../reporting/terminal.ts';
import { callerFor } from './callers.ts';
import { controlCommands } from './commands.ts';
import { startControlPort } from './control-port.ts';
import type { SandboxOverrides } from './deliver-webhook/delivery-disruptions.ts';
import { disruptionsOnDemand } from './disruptions.ts';
import { createClockMove } from './moved-clock.ts';
import { connectOperator, runnerOn } from './operator.ts';
import type { Options } from './options.ts';
import { packagedFiles } from './packaged-files.ts';
import { partnerCreator, registerWebhookIfWanted } from './partners.ts';
import { type Inside, prepareReset } from './reset.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/**
 * Starts the service as `npm start` does, but from the stack in the package, with a clock that can be moved and with
 * failures on demand.
 */
export async function startHost(options: Options) {
  const dataDir = options.data ?? createTemporaryFolder();
  const removeData = () => options.data === undefined && rmSync(dataDir, { recursive: true, force: true });
  try {
    const { close, ...host } = await startWithDataDir(options, dataDir);
    return {
      ...host,
      async close() {
        await close();
        removeData();
      },
    };
  } catch (error) {
    removeData();
    throw error;
  }
}

async function startWithDataDir(options: Options, dataDir: string) {
  const move = createClockMove();
  const nowMs = movableClock(Date.now, move.memory);
  const disruptions = disruptionsOnDemand({ changesAddresses: options.rateLimit === 'off' });
  const overrides: SandboxOverrides = {
    clockMove: move.memory,
    movesSignatures: options.signatureClock === 'service',
    deliveryDisruptions: disruptions.deliveryDisruptions,
  };
  const service = await startService(serviceFlagsOf(options, dataDir), {
    ...packagedFiles,
    terminal: terminalFor(options),
    around: disruptions.around,
    overrides,
  });
  try {
    return await openSandbox(options, service, { target: await connectOperator(dataDir, nowMs), disruptions, move });
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Registers the webhook of the first partner, if a URL is given, and opens the control port. */
async function openSandbox({ webhookUrl }: Options, service: RunningService, { target, disruptions, move }: Inside) {
  const { baseUrl, docsUrl, demo } = service.ready;
  const { SweepFunctionName, RelayFunctionName, DeliverFunctionName } = target.outputs;
  const run = runnerOn(target);
  const createPartner = partnerCreator(run, baseUrl);
  const partner = await registerWebhookIfWanted(baseUrl, demo, webhookUrl);
  const reset = await prepareReset({ target, disruptions, move }, service.renew);
  const sweep = async () => void (await invoke(target, SweepFunctionName, { dueNow: true }));
  const disguiseOf = callerFor({ table: target.table, run, nowMs: target.nowMs, createPartner });
  const commands = controlCommands({ target, run, createPartner, disruptions, disguiseOf, move, sweep, reset });
  const control = await startControlPort({ ...commands, place: { respond: async () => place } });
  const place = { baseUrl, controlUrl: control.controlUrl, docsUrl, partner };
  const close = async () => {
    await control.close();
    await service.close();
  };
  /** Invokes the functions of the delivery path once, so that the first event of a test is as fast as later ones. */
  const warmUp = () =>
    Promise.allSettled([RelayFunctionName, DeliverFunctionName].map((name) => invoke(target, name, { Records: [] })));
  return { place, close, warmUp, enginesEnded: service.enginesEnded };
}

function serviceFlagsOf({ port, dynamodbEndpoint }: Options, dataDir: string) {
  const engine = dynamodbEndpoint === undefined ? [] : ['--dynamodb-endpoint', dynamodbEndpoint];
  const flags = parseFlags(['--port', String(port), '--data', dataDir, '--allow-local-webhooks', ...engine]);
  if (flags === undefined) throw new Error('The flags do not include --help');
  return flags;
}

/** Prints nothing, or prints to standard error, because standard output has only the line about the sandbox. */
function terminalFor({ isTalkative }: Options) {
  const out = isTalkative ? (text: string) => void process.stderr.write(`${text}\n`) : () => undefined;
  return createTerminal({ out, err: out });
}
