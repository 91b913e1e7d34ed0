/** `npm start`: the whole service on this machine. Flags: `npm start -- --help`. */
import { parseFlags, USAGE } from './local/flags.ts';
import { startService } from './local/host.ts';
import { StartProblem } from './local/problem.ts';
import { terminal } from './local/terminal.ts';

try {
  const flags = parseFlags(process.argv.slice(2));
  if (flags) await run(flags);
  else console.log(USAGE);
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(error instanceof StartProblem ? error.exitCode : 1);
}

async function run(flags: NonNullable<ReturnType<typeof parseFlags>>) {
  const service = await startService(flags);
  terminal.ready(service.ready);

  let ending = false;
  const end = async (why: string, exitCode: number) => {
    if (ending) return;
    ending = true;
    terminal.say(why);
    await service.close();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end('Stopping', 0));
  void service.enginesEnded.then(() => end('An embedded engine has ended, so the service ends too', 1));
}
