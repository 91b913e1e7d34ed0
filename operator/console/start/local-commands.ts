import { SERVICE_COMMANDS } from '../../commands.ts';
import { connect } from '../../connections/connect.ts';
import { type Commands, commandsForTarget } from '../server/run-commands.ts';

export const localCommands = async (dataDir: string): Promise<Commands> =>
  commandsForTarget(await connect({ data: dataDir }), SERVICE_COMMANDS);
