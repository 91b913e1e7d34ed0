import { synthesizeIfChanged } from '../../../local/aws/cloudformation/synthesis.ts';
import { parseFlags } from '../../../local/flags.ts';
import { startService } from '../../../local/host.ts';
import { startLocalConsole } from '../../../operator/console/start/local.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

export async function problemOfStart(...args: string[]): Promise<string> {
  const flags = parseFlags(['--port', '0', ...args]);
  if (!flags) throw new Error('The flags do not include --help');
  try {
    const service = await startService(flags, {
      startConsole: startLocalConsole,
      stackFolder: () => synthesizeIfChanged(projectDir()),
    });
    await service.close();
    return 'The service has started';
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
