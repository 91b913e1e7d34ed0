import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { describe, expect, it } from '@jest/globals';
import { apiPath } from '../../operator/console/protocol/paths-and-names.ts';
import { clientSettings } from '../../tooling/local-service.ts';
import { listenersOf } from '../support/machine/listeners.ts';
import { asOtherUser, obstacleToOtherUsers, statusesForOtherUser } from '../support/machine/other-user.ts';
import { ownService } from '../support/service/own-service.ts';
import { processesOf } from '../support/service/service.ts';

const obstacle = obstacleToOtherUsers();
const describeOthers = obstacle ? describe.skip : describe; // only root can act as another user: printed above
if (obstacle) process.stderr.write(`SKIPPED: ${obstacle}\n`);

const service = ownService();

const processes = () => processesOf(service.ready.dataDir);
/** Root's tests would see every file as readable, so they look at the modes. */
const isForOthers = (file: string) => (statSync(file).mode & 0o077) !== 0;

function secrets(): string[] {
  const { credentials, consoleUrl, demo } = service.ready;
  const [, token = ''] = new URL(consoleUrl).hash.split('=');
  return [...Object.values(credentials), demo.apiKey, token];
}

async function ciphertext(): Promise<string> {
  const { kmsEndpoint, kmsKeyId: KeyId, credentials } = service.ready;
  const kms = new KMSClient(clientSettings(kmsEndpoint, credentials));
  const Plaintext = Buffer.from('a secret');
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({ KeyId, Plaintext, EncryptionContext: { partnerId: 'p' } }),
  );
  return Buffer.from(CiphertextBlob ?? []).toString('base64');
}

describeOthers('another user of this machine', () => {
  it('another user of this machine gets 403 from the ports that stand in for AWS', async () => {
    const { baseUrl, docsUrl, consoleUrl, tableName: TABLE, deliveryQueueUrl } = service.ready;
    const names = { TABLE, QUEUE: deliveryQueueUrl.split('/').at(-1) ?? '', CIPHERTEXT: await ciphertext() };
    // The API and its documentation are for everybody, and the console is tested below.
    const others = [baseUrl, docsUrl, consoleUrl].map((url) => Number(new URL(url).port));
    const ports = listenersOf(processes()).filter(({ port }) => !others.includes(port));
    expect(ports).toHaveLength(6);
    const statuses = ports.map(({ host, port }) => statusesForOtherUser(`http://${host}:${port}`, names));
    expect(statuses).toEqual(ports.map(() => ['403']));
  });

  it("another user of this machine gets 401 from the operator console without the console's token", () => {
    const url = new URL(apiPath('partner list'), service.ready.consoleUrl);
    expect(asOtherUser(`curl -s -o /dev/null -w '%{http_code}' '${url.href}'`)).toBe('401');
  });

  it('another user of this machine cannot read any file in the data folder, even if the folder is open to everybody', () => {
    const { dataDir } = service.ready;
    const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter(isForOthers)).toEqual([]);
  });

  it('another user of this machine sees no secret in a command line', () => {
    const commandLines = asOtherUser('cat /proc/[0-9]*/cmdline');
    expect(commandLines).toContain(service.ready.dataDir);
    expect(secrets().filter((secret) => commandLines.includes(secret))).toEqual([]);

    const environments = processes().map((pid) => `/proc/${pid}/environ`);
    expect(asOtherUser(`cat ${environments.join(' ')} 2>/dev/null`)).toBe('');
    const { accessKeyId } = service.ready.credentials;
    expect(environments.some((file) => readFileSync(file, 'utf8').includes(accessKeyId))).toBe(true);
  });
});
