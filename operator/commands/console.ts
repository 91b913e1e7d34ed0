import * as z from 'zod';
import { type Command, defineCommand } from '../command.ts';
import type { ConsoleCommands } from '../console/server/run-commands.ts';

const MOST_PORT = 65_535;
const PORT_ERROR = `must be a port number from 0 to ${MOST_PORT}`;
const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_ERROR)
  .transform(Number)
  .refine((value) => value <= MOST_PORT, PORT_ERROR);

/** Returns the command `console`. The pages of the console run the given commands. */
export const consoleCommand = (commands: ConsoleCommands): Command =>
  defineCommand({
    summary: 'Serve the operator console on this machine and open it in a browser; Ctrl+C ends it',
    options: z.object({
      port: port.optional().describe('port on 127.0.0.1; default: any free port'),
      write: z.boolean().default(false).describe('also allow changes; by default, the console is read-only'),
      open: z.boolean().default(true).describe('only print the address; open no browser'),
    }),
    reads: async (target, { port = 0, write, open }) => {
      // Loaded here, because only this command starts the console.
      const { serveConsole } = await import('../console/start/serve.ts');
      const { consoleUrl } = await serveConsole(target, commands, { port, isWritable: write, opensBrowser: open });
      return { value: { consoleUrl }, readable: [`Console of ${target.stackName}: ${consoleUrl}`] };
    },
  });
