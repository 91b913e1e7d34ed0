/**
 * The process behind `startSandbox`: `node main.mjs`. The first line of its standard input has the options as JSON,
 * because every user of the machine can read a command line. It prints one line of JSON: the addresses and the first
 * partner of the sandbox, or why the sandbox cannot start. It ends when its standard input closes, as when its parent
 * process has ended.
 */
import { errorSentence, exitCodeOf } from '../../tooling/command-line/explain-error.ts';
import { startHost } from './host.ts';
import { firstLineOf, parseOptions } from './options.ts';

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** When the parent process has ended, the pipes are closed. A write to a closed pipe must not end this process. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const sandbox = await startHost(parseOptions(await firstLineOf(process.stdin)));
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await sandbox.close();
    process.exit(0);
  };
  process.stdin.on('close', end).resume();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  void sandbox.enginesEnded.then(end);
  print(sandbox.place);
  await sandbox.warmUp();
} catch (error) {
  print({ problem: errorSentence(error, 'The sandbox cannot start') });
  process.exitCode = exitCodeOf(error);
}
