import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Refusal } from '../../shared/domain/refusal.ts';
import { identify } from '../local/processes.ts';
import { type Clients, connectClients } from './connect-clients.ts';
import { stackOutputs } from './target.ts';

/** What the local service writes beside its data while it runs. */
const serviceFile = z.object({
  pid: z.int().positive(),
  dynamodbEndpoint: z.string(),
  sqsEndpoint: z.string(),
  lambdaEndpoint: z.string(),
  kmsEndpoint: z.string(),
  outputs: stackOutputs,
  /** How far `--time-offset-seconds` moved the clock of the functions. */
  clockOffsetMs: z.number().default(0),
});

/** The engines take any credentials; the SDK insists on some. */
const LOCAL = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** The clients of the local service that runs on the data folder. */
export async function connectLocal(dataDir: string): Promise<Clients> {
  const service = await runningService(dataDir);
  const at = (endpoint: string) => ({ ...LOCAL, endpoint });
  return connectClients({
    dynamodb: at(service.dynamodbEndpoint),
    sqs: at(service.sqsEndpoint),
    lambda: at(service.lambdaEndpoint),
    kms: at(service.kmsEndpoint),
    outputs: service.outputs,
    clockOffsetMs: service.clockOffsetMs,
  });
}

async function runningService(dataDir: string) {
  const text = await readFile(join(dataDir, 'service.json'), 'utf8').catch(() => undefined);
  const service = text === undefined ? undefined : serviceFile.parse(JSON.parse(text));
  if (!service || !isAlive(service.pid)) {
    throw new Refusal(`No local service runs on ${dataDir}; start one with npm start, or name a stack with --stack.`);
  }
  return service;
}

/** `kill(pid, 0)` also finds zombies, so it is asked only where there is no /proc. */
function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return identify(pid) !== undefined;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
