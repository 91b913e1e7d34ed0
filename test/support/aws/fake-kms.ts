import { DecryptCommand, EncryptCommand, InvalidCiphertextException, KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';
import { clientOf } from './client-of.ts';

const sealed = z.object({ context: z.record(z.string(), z.string()), plaintext: z.string(), nonce: z.number() });

const opened = (ciphertext: string) => sealed.parse(JSON.parse(Buffer.from(ciphertext, 'base64').toString()));

export const unsealed = (ciphertext: string): string => Buffer.from(opened(ciphertext).plaintext, 'base64').toString();

/**
 * Returns a client of a fake KMS that counts its requests. The ciphertext contains the plaintext, but the fake returns
 * the plaintext only for the encryption context with which it was encrypted. The client sends no HTTP request, because
 * the proofs use it thousands of times.
 */
export function fakeKms() {
  let asked = 0;
  let broken = false;
  const respond = (command: unknown) => {
    if (command instanceof EncryptCommand) {
      const { EncryptionContext: context = {}, Plaintext = new Uint8Array() } = command.input;
      const content = { context, plaintext: Buffer.from(Plaintext).toString('base64'), nonce: asked };
      return { CiphertextBlob: Uint8Array.from(Buffer.from(JSON.stringify(content))) };
    }
    if (!(command instanceof DecryptCommand)) throw new TypeError('The fake KMS does not know this command');
    const { EncryptionContext, CiphertextBlob = new Uint8Array() } = command.input;
    const { context, plaintext } = opened(Buffer.from(CiphertextBlob).toString('base64'));
    const isSame = JSON.stringify(context) === JSON.stringify(EncryptionContext);
    return isSame ? { Plaintext: Uint8Array.from(Buffer.from(plaintext, 'base64')) } : undefined;
  };
  const send = async (command: unknown) => {
    asked += 1;
    const response = broken ? undefined : respond(command);
    if (response) return response;
    throw new InvalidCiphertextException({ message: '', $metadata: {} });
  };
  const kms = clientOf(KMSClient, send);
  return {
    kms,
    asked: () => asked,
    /** Rejects every request from then on, until `mend` is called. */
    breakDown: () => {
      broken = true;
    },
    mend: () => {
      broken = false;
    },
  };
}
