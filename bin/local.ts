/** `npm start`: runs the whole service on this machine. Flags: `npm start -- --help`. */
import type { Demo } from '../local/demo/demo.ts';
import { parseFlags, USAGE } from '../local/flags.ts';
import { deleteEarlierReadyFiles } from '../local/ready-file.ts';
import { quietTerminal, terminal } from '../local/reporting/terminal.ts';
import { errorSentence, exitCodeOf } from '../tooling/command-line/explain-error.ts';
import { projectDir } from '../tooling/project-dir.ts';

// `runService` uses these constants, so they are defined before it runs.
const LOOK_EVERY_MS = 1_000;
const CANNOT_START = 'The service cannot start';

// The program that reads our output may stop before the service does, for example `| head`. The service then continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const flags = parseFlags(process.argv.slice(2));
  if (flags) {
    await deleteEarlierReadyFiles(flags);
    await runService(flags);
  } else console.log(USAGE);
} catch (error) {
  console.error(errorSentence(error, CANNOT_START));
  process.exit(exitCodeOf(error));
}

async function runService(flags: NonNullable<ReturnType<typeof parseFlags>>) {
  // The service is loaded after the ready files of an earlier service are deleted: loading can take seconds, in which a
  // tool would find these files.
  const [{ startService }, { synthesizeIfChanged }, { startLocalConsole }] = await Promise.all([
    import('../local/host.ts'),
    import('../local/aws/cloudformation/synthesis.ts'),
    import('../operator/console/start/local.ts'),
  ]);
  const service = await startService(flags, {
    startConsole: startLocalConsole,
    stackFolder: () => synthesizeIfChanged(projectDir()),
    ...(flags.demo && { terminal: quietTerminal }),
  });
  let demo: Demo | undefined;

  let ending = false;
  const end = async (tellWhy: () => void, exitCode: number) => {
    if (ending) return;
    ending = true;
    tellWhy();
    await demo?.close();
    await service.close();
    process.exit(exitCode);
  };
  const endSaying = (why: string, exitCode: number) => void end(() => terminal.say(why), exitCode);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endSaying('Stopping', 0));
  endServiceWhenNpmEnds(() => endSaying('npm has ended, so the service ends too', 0));
  void service.enginesEnded.then(() => endSaying('An embedded engine has ended, so the service ends too', 1));

  // The file of --ready-file is written after the start lines, because a program that waits for it may read these lines
  // or send a signal at once.
  try {
    if (flags.demo) demo = await (await import('../local/demo/demo.ts')).startDemo(service.ready, terminal.say);
    await terminal.ready(service.ready);
    for (const line of demo?.lines ?? []) console.log(line);
    await service.announce();
    // A person who starts the service with npm may open the console next. Programs usually do not use npm.
    if (isStartedByNpm()) await service.warmUpConsole();
  } catch (error) {
    await end(() => console.error(errorSentence(error, CANNOT_START)), 1);
  }
}

/**
 * Ends the service when npm has ended. npm cannot pass on a `kill -9`, so the service checks every second whether npm
 * is still its parent.
 */
function endServiceWhenNpmEnds(end: () => void): void {
  if (!isStartedByNpm()) return;
  const npm = process.ppid;
  const look = setInterval(() => process.ppid !== npm && end(), LOOK_EVERY_MS);
  look.unref();
}

function isStartedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] === 'start';
}
