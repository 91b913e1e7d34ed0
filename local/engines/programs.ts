import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { Address } from '../../tooling/machine/free-port.ts';
import { FILES } from '../data-dir/file-names.ts';
import type { EngineCommand } from './watchdog.ts';

/** The file descriptors of the open ports in the watchdog's process. */
export const FDS = { queues: 3, table: 4 } as const;

/** The files of the programs that run in processes of their own. */
export interface EnginePrograms {
  readonly watchdog: string;
  readonly sqs: string;
}

export const OWN_PROGRAMS: EnginePrograms = {
  watchdog: join(import.meta.dirname, 'watchdog.ts'),
  sqs: join(import.meta.dirname, '../aws/sqs/engine.ts'),
};

export function dynamodbCommand(dataDir: string, { host, port }: Address): EngineCommand {
  const args = ['serve', '--host', host, '--port', String(port), '--db-path', join(dataDir, FILES.dynamodb)];
  return { name: 'dynoxide', command: findDynoxide(), args };
}

/**
 * Returns the path of the dynoxide binary that was installed with the packages, or else of one on the PATH. Throws a
 * Problem if there is none.
 */
export function findDynoxide(platform: string = process.platform, path = process.env['PATH'] ?? ''): string {
  const bundled = installedEngineFolder(`${platform}-${process.arch}`);
  const folders = [...(bundled ? [bundled] : []), ...path.split(delimiter)];
  const binary = folders.map((folder) => join(folder, 'dynoxide')).find((file) => existsSync(file));
  if (binary) return binary;
  throw new Problem(
    `There is no DynamoDB engine for ${platform}-${process.arch}: install it with npm i --include=optional, put dynoxide on the PATH, or name an engine with --dynamodb-endpoint.`,
  );
}

function installedEngineFolder(target: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`@dynoxide/${target}/package.json`));
  } catch {
    return undefined;
  }
}

export const sqsCommand = (program: string, dataDir: string, clockOffsetMs = 0): EngineCommand => ({
  name: 'fauxqs',
  command: process.execPath,
  args: [program, join(dataDir, FILES.sqs), String(clockOffsetMs)],
  fd: FDS.queues,
});
