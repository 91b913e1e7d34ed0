import { KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';

const request = z.object({
  Plaintext: z.string().optional(),
  CiphertextBlob: z.string().optional(),
  EncryptionContext: z.record(z.string(), z.string()),
});
const sealed = z.object({ context: z.record(z.string(), z.string()), plaintext: z.string(), nonce: z.number() });

/** Returns the plaintext of a ciphertext from this fake. */
export function unsealed(ciphertext: string): string {
  const { plaintext } = sealed.parse(JSON.parse(Buffer.from(ciphertext, 'base64').toString()));
  return Buffer.from(plaintext, 'base64').toString();
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * Connects the SDK's own client to a fake KMS that counts its requests. The ciphertext contains the plaintext, but the
 * fake returns the plaintext only for the encryption context with which it was encrypted.
 */
export function fakeKms() {
  let asked = 0;
  let broken = false;
  const respond = (target: string, body: Uint8Array) => {
    const {
      Plaintext = '',
      CiphertextBlob = '',
      EncryptionContext,
    } = request.parse(JSON.parse(new TextDecoder().decode(body)));
    if (target.endsWith('.Encrypt')) {
      const content = { context: EncryptionContext, plaintext: Plaintext, nonce: asked };
      return { CiphertextBlob: base64(JSON.stringify(content)) };
    }
    const { context, plaintext } = sealed.parse(JSON.parse(Buffer.from(CiphertextBlob, 'base64').toString()));
    return JSON.stringify(context) === JSON.stringify(EncryptionContext) ? { Plaintext: plaintext } : undefined;
  };
  const kms = new KMSClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    requestHandler: {
      handle: async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
        asked += 1;
        const content = broken ? undefined : respond(headers['x-amz-target'] ?? '', body);
        const type = { 'content-type': 'application/x-amz-json-1.1' };
        if (content) return { response: { statusCode: 200, headers: type, body: bytes(content) } };
        const rejected = { __type: 'InvalidCiphertextException', message: '' };
        return { response: { statusCode: 400, headers: type, body: bytes(rejected) } };
      },
    },
  });
  return {
    kms,
    asked: () => asked,
    /** Rejects every request from now on, until `mend` is called. */
    breakDown: () => {
      broken = true;
    },
    mend: () => {
      broken = false;
    },
  };
}

const bytes = (content: object) => new Blob([JSON.stringify(content)]).stream();
