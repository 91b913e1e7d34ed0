/**
 * Starts the operator console on a port, and returns its address. The caller passes this function in, because the
 * emulator does not import the operator's commands.
 */
export type StartConsole = (place: {
  readonly port: number;
  readonly dataDir: string;
  readonly onFault: (fault: unknown) => void;
}) => Promise<{ readonly consoleUrl: string; warmUp(): Promise<void>; close(): Promise<void> }>;
