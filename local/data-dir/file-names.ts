import { CONSOLE_FILE, LOG_FILE, SERVICE_FILE } from '../../tooling/data-folder.ts';

/** The names of our files in the folder given with `--data`. */
export const FILES = {
  lock: 'host.lock',
  dynamodb: 'dynamodb.sqlite',
  sqs: 'sqs',
  /** A file in the folder `sqs`. The engine determines its name. */
  sqsDatabase: 'fauxqs.db',
  /** Identifies the processes of the watchdog and the engines, so that a later start can end leftover processes. */
  engines: 'engines.json',
  ports: 'ports.json',
  engineLog: 'engines.log',
  kmsKey: 'kms.key',
  demoPartner: 'demo-partner.json',
  /** The event source mappings that an operator has switched on or off. */
  mappingSwitches: 'mappings.json',
  /** How far a stream mapping has read. */
  checkpoint: (mappingLogicalId: string) => `checkpoint-${mappingLogicalId}.json`,
  /** The ready file, at the place where the operator CLI looks for it. */
  service: SERVICE_FILE,
  /** Port and token of the console. The next start uses them again if the port is free and no other port is wanted. */
  console: CONSOLE_FILE,
  log: LOG_FILE,
  /** The bundles that `--watch` builds. They replace the stack's bundles. */
  watchedFunctions: 'watched-functions',
} as const;
