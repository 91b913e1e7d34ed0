import { startConsole } from '../server/serve.ts';

interface Place {
  readonly port: number;
  readonly dataDir: string;
  readonly onFault: (fault: unknown) => void;
}

/** Starts the console of the local service that runs on the data folder. */
export const startLocalConsole = ({ port, dataDir, onFault }: Place) =>
  startConsole({
    ...{ port, isWritable: true, onFault },
    // Loaded only when somebody opens the console, so the service starts without waiting for it.
    commands: async () => (await import('./local-commands.ts')).localCommands(dataDir),
    explain: async (error) => (await import('../server/commands.ts')).explain(error),
  });
