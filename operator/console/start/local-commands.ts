import { SERVICE_COMMANDS } from '../../commands.ts';
import { connect } from '../../connections/connect.ts';
import { type Commands, commandsOn } from '../server/commands.ts';

export const localCommands = async (dataDir: string): Promise<Commands> =>
  commandsOn(await connect({ data: dataDir }), SERVICE_COMMANDS);
