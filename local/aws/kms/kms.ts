import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { readIfThere, writeAtomically } from '../../data-dir/stored-file.ts';
import { AwsFault, type Operations, startJsonService } from '../http/json-service.ts';

/** Sizes of key, nonce and tag for AES-256-GCM, in bytes. */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DEFAULT_KEY = 'local';

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const context = z.record(z.string(), z.string()).default({});
const encryptInput = z.object({ KeyId: z.string().min(1), Plaintext: base64, EncryptionContext: context });
const decryptInput = z.object({
  KeyId: z.string().optional(),
  CiphertextBlob: base64,
  EncryptionContext: context,
});
const describeKeyInput = z.object({ KeyId: z.string().default(DEFAULT_KEY) });

/**
 * Stands in for KMS on loopback. Serves the operations that the service and our tools use, in the protocol of the SDK.
 * Throws a Problem if the key file cannot be used.
 */
export const startKms = async ({
  keyFile,
  accessKeyId,
}: {
  readonly keyFile: string;
  readonly accessKeyId: string;
}) => {
  const key = await loadOrCreateKey(keyFile);
  return startJsonService({ accessKeyId, targetPrefix: 'TrentService', operations: operationsWith(key) });
};

const operationsWith = (key: Buffer): Operations => ({
  Encrypt: (body) => {
    const { KeyId, Plaintext, EncryptionContext } = encryptInput.parse(body);
    const CiphertextBlob = encrypt(key, { keyId: KeyId, plaintext: Plaintext, context: EncryptionContext });
    return { KeyId, CiphertextBlob: CiphertextBlob.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  },
  Decrypt: (body) => {
    const { KeyId, CiphertextBlob, EncryptionContext } = decryptInput.parse(body);
    const opened = decrypt(key, CiphertextBlob, EncryptionContext);
    if (KeyId !== undefined && KeyId !== opened.keyId) throw new AwsFault('IncorrectKeyException');
    return {
      KeyId: opened.keyId,
      Plaintext: opened.plaintext.toString('base64'),
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    };
  },
  DescribeKey: (body) => {
    const { KeyId } = describeKeyInput.parse(body);
    return { KeyMetadata: { KeyId, Arn: KeyId, Enabled: true, KeyState: 'Enabled', KeyUsage: 'ENCRYPT_DECRYPT' } };
  },
});

/** Loads or creates the one key for all key ids. On one machine, a key for each id would protect nothing more. */
async function loadOrCreateKey(file: string): Promise<Buffer> {
  const stored = readIfThere(file);
  if (stored?.length === KEY_BYTES) return stored;
  if (stored) {
    throw new Problem(
      `The key file ${file} does not contain a key of ${KEY_BYTES} bytes: restore the right file. Without it, choose ` +
        'another --data, or remove the file and give every partner a new signing secret (operator secret rotate, then ' +
        'PUT /v1/webhooks).',
    );
  }
  const key = randomBytes(KEY_BYTES);
  await writeAtomically(file, key);
  return key;
}

/** Returns a blob: length of the key id (2 bytes), key id, nonce, tag, ciphertext. */
function encrypt(key: Buffer, message: { keyId: string; plaintext: Buffer; context: Record<string, string> }): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const keyId = Buffer.from(message.keyId);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(keyId.length);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticatedData(message.keyId, message.context));
  const ciphertext = Buffer.concat([cipher.update(message.plaintext), cipher.final()]);
  return Buffer.concat([length, keyId, nonce, cipher.getAuthTag(), ciphertext]);
}

function decrypt(key: Buffer, blob: Buffer, context: Record<string, string>): { keyId: string; plaintext: Buffer } {
  try {
    const nonceAt = 2 + blob.readUInt16BE(0);
    const tagAt = nonceAt + NONCE_BYTES;
    const ciphertextAt = tagAt + TAG_BYTES;
    const keyId = blob.subarray(2, nonceAt).toString();
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(nonceAt, tagAt), { authTagLength: TAG_BYTES })
      .setAAD(authenticatedData(keyId, context))
      .setAuthTag(blob.subarray(tagAt, ciphertextAt));
    return { keyId, plaintext: Buffer.concat([decipher.update(blob.subarray(ciphertextAt)), decipher.final()]) };
  } catch {
    throw new AwsFault('InvalidCiphertextException');
  }
}

/** KMS ignores the order of the pairs in an encryption context, so the pairs are sorted. */
const authenticatedData = (keyId: string, context: Record<string, string>) =>
  Buffer.from(JSON.stringify([keyId, Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))]));
