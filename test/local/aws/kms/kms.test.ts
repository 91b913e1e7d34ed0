import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationHeader } from '../../../../local/aws/http/access-key.ts';
import type { LoopbackService } from '../../../../local/aws/http/json-service.ts';
import { startKms } from '../../../../local/aws/kms/kms.ts';
import { Problem } from '../../../../tooling/command-line/problem.ts';
import { TEST_ACCESS, testSettings } from '../../../support/access.ts';

const clientOf = ({ endpoint }: LoopbackService) => new KMSClient(testSettings(endpoint));
const start = (keyFile: string) => startKms({ keyFile, accessKeyId: TEST_ACCESS.accessKeyId });

describe('the KMS emulator', () => {
  let folder: string;
  let service: LoopbackService;
  let kms: KMSClient;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kms-'));
    service = await start(join(folder, 'key'));
    kms = clientOf(service);
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const EncryptionContext = { partnerId: 'pt_1', purpose: 'test' };
  const encrypt = async () => {
    const Plaintext = Buffer.from('a secret');
    const { CiphertextBlob } = await kms.send(new EncryptCommand({ KeyId: 'key/1', Plaintext, EncryptionContext }));
    return Buffer.from(CiphertextBlob ?? []);
  };

  const post = (operation: string, body: string) => {
    const authorization = authorizationHeader(TEST_ACCESS.accessKeyId);
    const headers = { 'x-amz-target': `TrentService.${operation}`, authorization };
    return fetch(service.endpoint, { method: 'POST', headers, body });
  };

  it.each(['Sign', 'constructor', '__proto__'])('the KMS emulator does not support the operation %s', async (name) => {
    const response = await post(name, '{}');
    expect([response.status, await response.json()]).toEqual([
      400,
      { __type: 'UnknownOperationException', message: '' },
    ]);
  });

  it('the KMS emulator rejects a body of 2 MiB', async () => {
    expect((await post('Encrypt', 'x'.repeat(2 * 1024 * 1024))).status).toBe(413);
  });

  it('the KMS emulator decrypts what it has encrypted', async () => {
    const context = { purpose: 'test', partnerId: 'pt_1' };
    const CiphertextBlob = await encrypt();
    expect(CiphertextBlob.includes('a secret')).toBe(false);
    const response = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context }));
    expect(Buffer.from(response.Plaintext ?? []).toString()).toBe('a secret');
    expect(response.KeyId).toBe('key/1');
  });

  it('the KMS emulator returns different bytes each time it encrypts the same text', async () => {
    expect((await encrypt()).equals(await encrypt())).toBe(false);
  });

  it.each([
    ['the context of another partner', { partnerId: 'pt_2', purpose: 'test' }],
    ['no context', undefined],
    ['only a part of the context', { partnerId: 'pt_1' }],
  ])('the KMS emulator does not decrypt a ciphertext if the request has %s', async (_case, other) => {
    const command = new DecryptCommand({ CiphertextBlob: await encrypt(), EncryptionContext: other });
    await expect(kms.send(command)).rejects.toBeInstanceOf(InvalidCiphertextException);
  });

  it('the KMS emulator does not decrypt a changed or truncated ciphertext', async () => {
    const whole = await encrypt();
    const tampered = [...whole.keys()].map((at) => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    });
    for (const CiphertextBlob of [...tampered, whole.subarray(0, -1), whole.subarray(0, 3)]) {
      const decrypting = kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
      await expect(decrypting).rejects.toBeInstanceOf(InvalidCiphertextException);
    }
  });

  it('the KMS emulator does not decrypt a ciphertext if the request names another key', async () => {
    const command = new DecryptCommand({ CiphertextBlob: await encrypt(), EncryptionContext, KeyId: 'key/2' });
    await expect(kms.send(command)).rejects.toBeInstanceOf(IncorrectKeyException);
  });

  it('the KMS emulator describes a key by its id', async () => {
    const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: 'key/1' }));
    expect(KeyMetadata).toMatchObject({ KeyId: 'key/1', KeyState: 'Enabled' });
  });

  it('the KMS emulator stores its key in a file that only the owner can access', async () => {
    const CiphertextBlob = await encrypt();
    const restarted = await start(join(folder, 'key'));
    const { Plaintext } = await clientOf(restarted).send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
    await restarted.close();
    expect(Buffer.from(Plaintext ?? []).toString()).toBe('a secret');
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['cut short', Buffer.alloc(31)],
    ['empty', Buffer.alloc(0)],
  ])('the KMS emulator does not start if its key file is %s', async (_case, content) => {
    const keyFile = join(folder, 'broken');
    writeFileSync(keyFile, content);
    await expect(start(keyFile)).rejects.toThrow(Problem);
    await expect(start(keyFile)).rejects.toThrow(
      `The key file ${keyFile} does not contain a key of 32 bytes: restore the right file.`,
    );
    expect(readFileSync(keyFile)).toEqual(content);
  });
});
