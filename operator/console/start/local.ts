import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CONSOLE_FILE } from '../../../tooling/data-folder.ts';
import { runOnce } from '../../../tooling/run-once.ts';
import type { Commands } from '../server/run-commands.ts';
import { type Identity, startConsole } from '../server/serve.ts';
import { TOKEN_CHARACTERS } from '../server/token.ts';

interface Place {
  readonly port: number;
  readonly dataDir: string;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Starts the console of a local service. If the port of the previous console is free and no other port is wanted, the
 * new console has the same port and token, so that open pages continue to work.
 */
export async function startLocalConsole({ port, dataDir, onFault }: Place) {
  const file = join(dataDir, CONSOLE_FILE);
  const running = await startConsole({
    ...{ port, earlier: await readIdentity(file), isWritable: true, onFault },
    commands: runOnce(() => localCommands(dataDir)),
    explain: async (error) => (await import('../server/run-commands.ts')).explain(error),
  });
  await writeIdentity(file, running.identity);
  return running;
}

/** Imports the commands when they are first needed, so that the import does not delay the start of the service. */
async function localCommands(data: string): Promise<Commands> {
  const [{ SERVICE_COMMANDS }, { connect }, { commandsForTarget }] = await Promise.all([
    import('../../commands.ts'),
    import('../../connections/connect.ts'),
    import('../server/run-commands.ts'),
  ]);
  return commandsForTarget(await connect({ data }), SERVICE_COMMANDS);
}

/** Only the owner can read the file. A reader never sees a mix of the old and the new content. */
async function writeIdentity(file: string, identity: Identity): Promise<void> {
  const draft = `${file}.unfinished`;
  await writeFile(draft, JSON.stringify(identity), { mode: 0o600 });
  await rename(draft, file);
}

const stored = z.object({ port: z.int(), token: z.string().check(z.minLength(TOKEN_CHARACTERS)) });

/** If the file is missing or damaged, the console gets a new address. */
async function readIdentity(file: string): Promise<Identity | undefined> {
  try {
    return stored.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
