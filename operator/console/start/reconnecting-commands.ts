import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_FILE } from '../../../tooling/local-service.ts';
import { connect } from '../../connections/connect.ts';
import type { Target } from '../../target.ts';
import { type Commands, type ConsoleCommands, commandsForTarget } from '../server/commands.ts';

/**
 * A local service that restarts has other ports and keys, so its changed file is read again. While the service is down,
 * the commands fail, because the old ports do not respond.
 */
export function reconnectingCommands(target: Target, commands: ConsoleCommands): () => Promise<Commands> {
  let known = commandsForTarget(target, commands);
  const { choice } = target;
  if (choice.stack !== undefined) return async () => known;
  const file = join(choice.data, SERVICE_FILE);
  const startOf = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  let seen: Promise<number | undefined> | number | undefined = startOf();
  return async () => {
    const [before, now] = [await seen, await startOf()];
    if (now === undefined || now === before) return known;
    // Throws if the service is not ready yet or has ended again. The next request connects again.
    const again = await connect(choice);
    seen = now;
    known = commandsForTarget(again, commands);
    return known;
  };
}
