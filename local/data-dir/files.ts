import { CONSOLE_FILE, SERVICE_FILE } from '../../tooling/local-service.ts';

/** Every file under `--data`. */
export const FILES = {
  lock: 'host.lock',
  dynamodb: 'dynamodb.sqlite',
  sqs: 'sqs',
  /** A file in the folder `sqs`. The engine determines the file's name. */
  sqsDatabase: 'fauxqs.db',
  /** A record of the engines' processes, so that a later start can end any process that is left over. */
  engines: 'engines.json',
  ports: 'ports.json',
  engineLog: 'engines.log',
  kmsKey: 'kms.key',
  demoPartner: 'demo-partner.json',
  /** The event source mappings that an operator has switched on or off. */
  mappingSwitches: 'mappings.json',
  /** How far a stream mapping has read. */
  checkpoint: (mappingLogicalId: string) => `checkpoint-${mappingLogicalId}.json`,
  /** The ready file, where the operator CLI looks for it. */
  service: SERVICE_FILE,
  /** Port and token of the console, which keeps them over a restart. */
  console: CONSOLE_FILE,
  log: 'service.log',
  /** Bundles that `--watch` has built since the start. */
  watchedFunctions: 'watched-functions',
} as const;
