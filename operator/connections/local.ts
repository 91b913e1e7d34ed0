import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../tooling/command-line/problem.ts';
import { SERVICE_FILE } from '../../tooling/data-folder.ts';
import { clientSettings, serviceFile } from '../../tooling/local-service.ts';
import { identityOf } from '../../tooling/machine/processes.ts';
import { localLog } from '../logs/local-log.ts';
import { stackOutputs } from '../target.ts';
import { type Clients, connectClients } from './clients.ts';

const localService = serviceFile.extend({ outputs: stackOutputs });

/** Connects to the local service that runs on the data folder. Throws a Problem if none runs there. */
export async function connectLocal(dataDir: string): Promise<Clients> {
  const service = await runningService(dataDir);
  return connectClients({
    dynamodb: clientSettings(service.dynamodbEndpoint, service.credentials),
    sqs: clientSettings(service.sqsEndpoint, service.credentials),
    lambda: clientSettings(service.lambdaEndpoint, service.credentials),
    kms: clientSettings(service.kmsEndpoint, service.credentials),
    cloudwatch: clientSettings(service.cloudwatchEndpoint, service.credentials),
    logs: localLog(service.logFile),
    stackName: service.stackName,
    keepsData: false,
    outputs: service.outputs,
    actor: localUser,
    clockOffsetMs: service.clockOffsetMs,
    sweepPeriodMs: service.sweepPeriodMs,
    metricsSinceMs: service.startedAtMs,
  });
}

async function runningService(dataDir: string) {
  const text = await readFile(join(dataDir, SERVICE_FILE), 'utf8').catch(() => undefined);
  const service = text === undefined ? undefined : localService.parse(JSON.parse(text));
  if (!service || !isProcessAlive(service.pid)) {
    throw new Problem(
      `No local service runs with the data folder ${dataDir}; start one with npm start, or name a stack with --stack.`,
    );
  }
  return service;
}

/** On Linux, `kill(pid, 0)` would also find ended processes (zombies). */
function isProcessAlive(pid: number): boolean {
  if (process.platform === 'linux') return identityOf(pid) !== undefined;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function localUser(): Promise<string> {
  try {
    return userInfo().username;
  } catch {
    // A container can run as a user whom the system does not list. `userInfo` then throws, and the user has no name.
    return `user ${process.getuid?.()}`;
  }
}
