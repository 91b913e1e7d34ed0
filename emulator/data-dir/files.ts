import { SERVICE_FILE } from '../../tooling/local-service.ts';

/** Every file under `--data`. */
export const FILES = {
  lock: 'host.lock',
  dynamodb: 'dynamodb.sqlite',
  sqs: 'sqs',
  /** In the folder above, named by the engine. */
  sqsDatabase: 'fauxqs.db',
  /** Who runs the engines, for a later start that finds them left over. */
  engines: 'engines.json',
  ports: 'ports.json',
  engineLog: 'engines.log',
  kmsKey: 'kms.key',
  demoPartner: 'demo-partner.json',
  /** Which event source mappings somebody has switched on or off. */
  mappingSwitches: 'mappings.json',
  /** How far a stream mapping has come. */
  checkpoint: (mappingLogicalId: string) => `checkpoint-${mappingLogicalId}.json`,
  /** The ready file, kept where the operator CLI finds it. */
  service: SERVICE_FILE,
  log: 'service.log',
  /** Bundles that `--watch` has built since the start. */
  watchedFunctions: 'watched-functions',
} as const;
