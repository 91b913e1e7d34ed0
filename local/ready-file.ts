import { accessSync, constants, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { causeOf } from '../tooling/command-line/explain-error.ts';
import { Problem } from '../tooling/command-line/problem.ts';
import type { ServiceFile } from '../tooling/local-service.ts';
import { openDataDir } from './data-dir/data-dir.ts';
import { FILES } from './data-dir/file-names.ts';
import { writeAtomically } from './data-dir/stored-file.ts';
import type { DemoPartner } from './demo-partner.ts';
import type { Flags } from './flags.ts';

export interface ReadyInfo extends ServiceFile, Readonly<ReturnType<typeof resourcesFromOutputs>> {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly consoleUrl: string;
  readonly snsEndpoint: string;
  readonly dataDir: string;
  readonly demo: DemoPartner;
}

/** Returns the key, table and queues that the stack's outputs name. */
export const resourcesFromOutputs = (output: (name: string) => string) => ({
  kmsKeyId: output('KeyArn'),
  tableName: output('TableName'),
  deliveryQueueUrl: output('DeliveryQueueUrl'),
  slowQueueUrl: output('SlowQueueUrl'),
  hungQueueUrl: output('HungQueueUrl'),
  intakeQueueUrl: output('IntakeQueueUrl'),
  intakeDeadLetterQueueUrl: output('IntakeDeadLetterQueueUrl'),
  deadLetterQueueUrl: output('DeadLetterQueueUrl'),
  relayFailureQueueUrl: output('RelayFailureQueueUrl'),
});

/** The file in the data folder, by which the operator CLI finds the service, and the file that --ready-file names. */
export function readyFiles(dataDir: string, asked: string | undefined) {
  const service = join(dataDir, FILES.service);
  const asking = asked === undefined ? [] : [resolve(asked)];
  return {
    /**
     * Deletes the files of an earlier service, because tools would use that service's addresses. Throws a Problem if a
     * file cannot be deleted, or if no new file can be written in its folder.
     */
    forget: () =>
      forEachFile([service, ...asking], (file) => {
        accessSync(dirname(file), constants.W_OK);
        rmSync(file, { force: true });
      }),
    publish: (info: ReadyInfo) => forEachFile([service], (file) => writeAtomically(file, contentOf(info))),
    withdraw: () => rmSync(service, { force: true }),
    /**
     * Writes the file of --ready-file, which says that the service is ready. This must be the last step of the start.
     * The file stays when the service ends, because it belongs to the user.
     */
    announce: (info: ReadyInfo) => forEachFile(asking, (file) => writeAtomically(file, contentOf(info))),
  };
}

/**
 * Deletes the ready files of an earlier run, which stay after a `kill -9`. If another service runs on the data folder,
 * throws a Problem and deletes nothing.
 */
export async function deleteEarlierReadyFiles(flags: Pick<Flags, 'data' | 'ready-file'>): Promise<void> {
  const dataDir = openDataDir(flags.data);
  try {
    await readyFiles(dataDir.path, flags['ready-file']).forget();
  } finally {
    dataDir.release();
  }
}

const contentOf = (info: ReadyInfo) => `${JSON.stringify(info, null, 2)}\n`;

async function forEachFile(files: readonly string[], act: (file: string) => void | Promise<void>): Promise<void> {
  for (const file of files) {
    try {
      await act(file);
    } catch (error) {
      throw new Problem(`The ready file ${file} cannot be written (${causeOf(error)}).`);
    }
  }
}
